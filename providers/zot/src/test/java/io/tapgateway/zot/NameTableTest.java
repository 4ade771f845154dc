package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.zot.NameTable.Claim;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NameTableTest {
    private final NameTable<String> table = new NameTable<>();

    private static Claim<String> present(String owner, String... names) {
        return new Claim<>(owner, Set.of(names), false);
    }

    private static Claim<String> away(String owner) {
        return new Claim<>(owner, Set.of(), true);
    }

    @Test
    void Z051_of_those_who_want_a_name_at_the_same_time_the_best_rank_has_it() {
        table.allot(List.of(present("first", "read"), present("second", "read", "write")));

        assertThat(table.isOf("first", "read")).isTrue();
        assertThat(table.isOf("second", "read")).isFalse();
        assertThat(table.isOf("second", "write")).isTrue();
    }

    @Test
    void Z051_later_on_whoever_has_it_keeps_it() {
        table.allot(List.of(present("second", "read")));

        table.allot(List.of(present("first", "read"), present("second", "read")));

        assertThat(table.isOf("second", "read")).isTrue();
    }

    @Test
    void Z052_who_is_away_for_a_moment_keeps_what_it_has() {
        table.allot(List.of(present("first", "read"), present("second", "read")));

        table.allot(List.of(away("first"), present("second", "read")));

        assertThat(table.isOf("first", "read")).isTrue();
    }

    @Test
    void Z052_when_the_holder_is_gone_or_wants_it_no_more_the_next_rank_has_it() {
        table.allot(List.of(present("first", "read", "list"), present("second", "read"), present("third", "list")));

        table.allot(List.of(present("first", "list"), present("second", "read"), present("third", "list")));
        assertThat(table.isOf("second", "read")).isTrue();
        assertThat(table.isOf("first", "list")).isTrue();

        table.allot(List.of(present("second", "read"), present("third", "list")));
        assertThat(table.isOf("third", "list")).isTrue();
    }
}
