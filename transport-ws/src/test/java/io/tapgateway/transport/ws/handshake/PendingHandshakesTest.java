package io.tapgateway.transport.ws.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingHandshakesTest {
    private final List<String> cut = new ArrayList<>();
    private final PendingHandshakes pending = new PendingHandshakes(3, 5_000);

    @Test
    void D017_who_is_not_done_in_time_is_cut() {
        pending.add(connection("a"), 0);
        pending.add(connection("b"), 1);

        pending.sweep(4_999);
        assertThat(cut).isEmpty();
        pending.sweep(5_000);
        assertThat(cut).containsExactly("a");
        pending.sweep(5_001);
        assertThat(cut).containsExactly("a", "b");
    }

    @Test
    void who_is_done_is_left_alone() {
        Runnable done = connection("a");
        pending.add(done, 0);
        pending.remove(done);

        pending.sweep(10_000);

        assertThat(cut).isEmpty();
    }

    @Test
    void T26_where_there_is_no_room_the_oldest_makes_it() {
        for (String name : List.of("a", "b", "c", "d")) {
            pending.add(connection(name), 0);
        }

        assertThat(cut).containsExactly("a");
    }

    @Test
    void all_can_be_cut_at_once() {
        pending.add(connection("a"), 0);
        pending.add(connection("b"), 0);

        pending.cutAll();
        pending.sweep(10_000);

        assertThat(cut).containsExactly("a", "b");
    }

    private Runnable connection(String name) {
        return () -> cut.add(name);
    }
}
