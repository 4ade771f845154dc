package io.tapgateway.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.runtime.transport.PayloadRoom.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayloadRoomTest {
    private final PayloadRoom room = PayloadRoom.of(100);
    private final List<String> news = new ArrayList<>();

    private Place ask(String name, long bytes) {
        return room.ask(bytes, () -> news.add(name));
    }

    @Test
    void T58_there_is_room_up_to_the_last_byte_and_who_comes_then_waits() {
        Place first = ask("first", 60);
        Place second = ask("second", 40);
        Place third = ask("third", 1);

        assertThat(List.of(first.isTaken(), second.isTaken(), third.isTaken())).containsExactly(true, true, false);
        assertThat(room.isAwaited()).isTrue();
        second.close();
        assertThat(third.isTaken()).isTrue();
        assertThat(news).containsExactly("third");
        assertThat(room.isAwaited()).isFalse();
    }

    @Test
    void T58_nobody_overtakes_a_large_one_that_waits() {
        Place first = ask("first", 60);
        Place large = ask("large", 90);
        Place small = ask("small", 10);

        assertThat(small.isTaken()).isFalse();
        first.close();

        assertThat(news).containsExactly("large", "small");
        assertThat(large.isTaken()).isTrue();
    }

    @Test
    void T58_who_waits_no_more_lets_those_behind_pass_and_is_not_told() {
        Place first = ask("first", 60);
        Place large = ask("large", 90);
        Place small = ask("small", 10);

        large.close();
        first.close();

        assertThat(small.isTaken()).isTrue();
        assertThat(large.isTaken()).isFalse();
        assertThat(news).containsExactly("small");
    }

    @Test
    void T58_what_is_there_already_counts_beyond_the_bound() {
        Place present = room.occupy(150);
        Place waiting = ask("waiting", 1);

        assertThat(present.isTaken()).isTrue();
        assertThat(waiting.isTaken()).isFalse();
        present.close();
        present.close();

        assertThat(waiting.isTaken()).isTrue();
        assertThat(ask("rest", 99).isTaken()).isTrue();
    }

    @Test
    void T58_what_is_there_may_grow_and_shrink() {
        Place present = room.occupy(0);
        present.resize(150);
        Place waiting = ask("waiting", 60);

        present.resize(41);
        assertThat(waiting.isTaken()).isFalse();
        present.resize(40);

        assertThat(waiting.isTaken()).isTrue();
        present.close();
        present.resize(1_000);
        assertThat(ask("rest", 40).isTaken()).isTrue();
    }

    @Test
    void what_never_fits_is_not_asked_for() {
        assertThatThrownBy(() -> ask("never", 101)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PayloadRoom.of(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void T58_a_process_has_a_quarter_of_its_largest_heap() {
        assertThat(PayloadRoom.ofHeap().bytes())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 100 * PayloadRoom.HEAP_PERCENT);
    }
}
