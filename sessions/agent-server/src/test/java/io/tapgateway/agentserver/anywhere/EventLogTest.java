package io.tapgateway.agentserver.anywhere;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private final EventLog log = new EventLog("e");

    private EventLog.Kept add(String data) {
        return log.add(new AnywhereEvent("fragment", Optional.of("f"), data));
    }

    @Test
    void A014_what_came_after_an_event_is_told_again() {
        EventLog.Kept first = add("1");
        add("2");
        add("3");

        assertThat(log.since(first.id())).extracting(it -> it.event().data()).containsExactly("2", "3");
        assertThat(first.text()).isEqualTo("id: e-1\nevent: fragment\ndata: 1\n\n");
    }

    @Test
    void A014_of_another_log_nothing_was_heard() {
        add("1");

        assertThat(log.since("f-1")).hasSize(1);
        assertThat(log.since("nonsense")).hasSize(1);
        assertThat(log.since("e-nonsense")).hasSize(1);
    }

    @Test
    void A014_a_thousand_events_are_kept() {
        for (int i = 0; i <= EventLog.MOST; i++) {
            add("x");
        }

        assertThat(log.since("")).hasSize(EventLog.MOST);
        assertThat(log.since("").get(0).number()).isEqualTo(2);
    }

    @Test
    void A014_their_length_is_bounded() {
        String quarter = "x".repeat(EventLog.MOST_CHARACTERS / 4);
        for (int i = 0; i < 5; i++) {
            add(quarter);
        }

        assertThat(log.since("")).hasSize(4);
    }

    @Test
    void A013_events_are_of_one_folder_or_of_nobody() {
        AnywhereEvent mine = new AnywhereEvent("done", Optional.of("a"), "{}");
        AnywhereEvent nobodys = new AnywhereEvent("sessions", Optional.empty(), "{}");

        assertThat(mine.concerns(Optional.of("a"))).isTrue();
        assertThat(mine.concerns(Optional.of("b"))).isFalse();
        assertThat(nobodys.concerns(Optional.of("a"))).isFalse();
        assertThat(nobodys.concerns(Optional.empty())).isTrue();
    }
}
