package io.tapgateway.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void sets_columns_as_wide_as_their_longest_entry() {
        Table table = new Table("NAME", "EVENTS").row("builds@ci", "7").row("x@y", "12");

        assertThat(table.lines()).containsExactly("NAME       EVENTS", "builds@ci  7", "x@y        12");
        assertThat(table.isEmpty()).isFalse();
    }

    @Test
    void keeps_every_row_on_one_line_and_cuts_a_long_end() {
        Table table = new Table("NAME", "DESCRIPTION").row("a", "two\nlines").row("b", "x".repeat(200));

        assertThat(table.lines().get(1)).isEqualTo("a     two lines");
        assertThat(table.lines().get(2)).hasSize("b     ".length() + 80).endsWith("x…");
    }

    @Test
    void is_empty_without_rows() {
        assertThat(new Table("NAME").isEmpty()).isTrue();
    }
}
