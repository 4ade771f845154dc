package io.tapgateway.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaintTest {
    private static final List<Span> LINE = List.of(new Span(Tone.NAME, "ci"), Span.plain(": red"));

    @Test
    void meaning_becomes_colour_only_where_there_are_colours() {
        assertThat(Paint.COLOURS.of(LINE)).isEqualTo("\u001b[36mci\u001b[0m: red");
        assertThat(Paint.NONE.of(LINE)).isEqualTo("ci: red");
    }

    @Test
    void T29_text_brings_no_colours_of_its_own() {
        assertThat(Paint.COLOURS.of(List.of(new Span(Tone.NAME, "a\u001b[31mb"), Span.plain("\u009b2J"))))
                .isEqualTo("\u001b[36ma\uFFFD[31mb\u001b[0m\uFFFD2J");
    }

    @Test
    void the_user_may_want_none_and_the_terminal_may_have_none() {
        assertThat(Paint.isWanted(Map.of("TERM", "xterm"))).isTrue();
        assertThat(Paint.isWanted(Map.of("TERM", "xterm", "NO_COLOR", ""))).isTrue();
        assertThat(Paint.isWanted(Map.of("TERM", "xterm", "NO_COLOR", "1"))).isFalse();
        assertThat(Paint.isWanted(Map.of("TERM", "dumb"))).isFalse();
    }

    @Test
    void an_entry_has_its_time_level_source_and_text_in_columns() {
        assertThat(Paint.NONE.of(EntryText.timed("12:00:00", "info", "gateway", "hello")))
                .isEqualTo("12:00:00  info      gateway: hello");
        assertThat(Paint.NONE.of(EntryText.timed("12:00:00", "keep", "", "built")))
                .isEqualTo("12:00:00  keep      built");
        assertThat(Paint.COLOURS.of(EntryText.timed("12:00:00", "pairing", "gateway", "code")))
                .contains("\u001b[1;35mpairing ", "\u001b[1;35mcode");
    }
}
