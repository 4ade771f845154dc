package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.transport.ws.http.ConnectionRoom.Dismissal;
import io.tapgateway.transport.ws.http.ConnectionRoom.Phase;
import io.tapgateway.transport.ws.http.ConnectionRoom.Stay;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionRoomTest {
    private static final int CONNECTIONS = 40;
    private static final int ANONYMOUS = 20;
    private static final int REQUESTS = RequestLimits.MAX_ANONYMOUS_REQUESTS;

    private final ConnectionRoom<String> room = new ConnectionRoom<>(CONNECTIONS, ANONYMOUS);

    @Test
    void T57_of_silent_connections_the_oldest_makes_room() {
        enter(ANONYMOUS);

        assertThat(room.enter("next", 0)).containsExactly(silently("0"));
        assertThat(room.enter("after", 0)).containsExactly(silently("1"));
        assertThat(room.find("0")).isEmpty();
    }

    @Test
    void T52_who_has_had_an_answer_makes_room_before_those_who_have_not_asked_yet() {
        enter(ANONYMOUS);
        room.refuse("5", 0);
        room.serve("3", false, 0);
        room.rest("3", 0);

        assertThat(room.enter("next", 0)).containsExactly(silently("5"));
        assertThat(room.enter("after", 0)).containsExactly(silently("3"));
        assertThat(room.enter("last", 0)).containsExactly(silently("0"));
    }

    @Test
    void T57_who_is_known_and_who_makes_a_request_stays() {
        enter(ANONYMOUS);
        room.collect("0", false, 0, 0);
        room.serve("1", true, 0);
        room.serve("2", false, 0);

        assertThat(room.enter("next", 0)).isEmpty();
        assertThat(room.enter("after", 0)).containsExactly(silently("3"));
    }

    @Test
    void T57_anonymous_answers_that_do_not_end_keep_nobody_out() {
        enter(ANONYMOUS);
        IntStream.range(0, ANONYMOUS).forEach(i -> room.serve("" + i, false, 0));

        assertThat(room.enter("next", 0)).containsExactly(silently("0"));
        assertThat(room.serve("next", true, 0)).isTrue();
    }

    @Test
    void T57_who_is_known_has_places_that_nobody_anonymous_can_take() {
        for (int i = 0; i < CONNECTIONS - ANONYMOUS; i++) {
            room.enter("known " + i, 0);
            room.serve("known " + i, true, 0);
        }
        enter(ANONYMOUS);

        assertThat(room.enter("next", 0)).containsExactly(silently("0"));
        assertThat(room.serve("next", true, 0)).isTrue();
    }

    @Test
    void T52_requests_that_wait_leave_some_connections_to_others() {
        int most = CONNECTIONS - RequestLimits.CONNECTIONS_FOR_QUICK_REQUESTS;
        for (int i = 0; i < CONNECTIONS; i++) {
            room.enter("known " + i, 0);
            room.serve("known " + i, true, 0);
            assertThat(room.isCrowded()).isEqualTo(i + 1 > most);
        }

        for (int i = most; i < CONNECTIONS; i++) {
            room.rest("known " + i, 0);
        }

        assertThat(room.isCrowded()).isFalse();
    }

    @Test
    void T57_beyond_all_connections_the_idle_make_room_and_otherwise_nobody_gets_in() {
        for (int i = 0; i < CONNECTIONS; i++) {
            room.enter("known " + i, 0);
            room.serve("known " + i, true, 0);
        }
        assertThat(room.enter("next", 0)).containsExactly(silently("next"));

        room.rest("known 7", 0);

        assertThat(room.enter("next", 0)).containsExactly(silently("known 7"));
    }

    @Test
    void T52_of_anonymous_requests_on_their_way_the_oldest_makes_room() {
        enter(REQUESTS + 1);
        IntStream.range(0, REQUESTS)
                .forEach(i -> assertThat(room.collect("" + i, false, 0, 0)).isEmpty());

        assertThat(room.collect("1", false, 100, 0)).as("its head is here").isEmpty();
        assertThat(room.collect("" + REQUESTS, false, 0, 0))
                .containsExactly(new Dismissal<>("0", Optional.of(RequestFault.OVERLOADED)));
        assertThat(room.serve("0", false, 0)).isFalse();
        assertThat(room.serve("1", false, 0)).isTrue();
    }

    @Test
    void T52_requests_of_those_who_are_known_have_room_of_their_own() {
        enter(REQUESTS + 2);
        IntStream.range(0, REQUESTS).forEach(i -> room.collect("" + i, false, 0, 0));

        assertThat(room.collect("" + REQUESTS, true, RequestLimits.MAX_COLLECTED_BYTES, 0))
                .isEmpty();
        assertThat(room.collect("" + (REQUESTS + 1), true, 1, 0))
                .as("one byte more than all of them may have together")
                .containsExactly(new Dismissal<>("" + (REQUESTS + 1), Optional.of(RequestFault.OVERLOADED)));
    }

    @ParameterizedTest
    @EnumSource(names = {"SILENT", "COLLECTING", "SERVED", "RESTING", "REFUSED"})
    void T52_T57_an_anonymous_connection_has_so_long_for_each_phase(Phase phase) {
        reach(phase, false);

        assertThat(isOverAfter(limit(phase, false).minusNanos(1))).isFalse();
        assertThat(isOverAfter(limit(phase, false))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"COLLECTING", "RESTING"})
    void T52_T57_a_known_one_has_longer(Phase phase) {
        reach(phase, true);

        assertThat(isOverAfter(limit(phase, true).minusNanos(1))).isFalse();
        assertThat(isOverAfter(limit(phase, true))).isTrue();
    }

    @Test
    void T57_answers_to_those_who_are_known_and_WebSockets_take_as_long_as_they_take() {
        room.enter("call", 0);
        room.serve("call", true, 0);
        room.enter("link", 0);
        room.serve("link", false, 0);
        room.link("link", 0);

        assertThat(room.sweep(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void T52_the_time_of_a_request_counts_from_its_first_byte() {
        room.enter("slow", 0);
        room.collect("slow", false, 0, 1);
        room.collect("slow", false, 100, RequestLimits.ANONYMOUS_REQUEST.toNanos());

        List<Dismissal<String>> over = room.sweep(RequestLimits.ANONYMOUS_REQUEST.toNanos() + 1);

        assertThat(over).containsExactly(new Dismissal<>("slow", Optional.of(RequestFault.TIMED_OUT)));
        assertThat(room.find("slow").map(Stay::phase)).contains(Phase.REFUSED);
    }

    @Test
    void who_has_left_has_left() {
        room.enter("gone", 0);
        room.leave("gone");

        assertThat(room.serve("gone", true, 0)).isFalse();
        assertThat(room.collect("gone", true, 1, 0)).isEmpty();
        room.refuse("gone", 0);
        room.link("gone", 0);
        assertThat(room.rest("gone", 0)).isEmpty();
        assertThat(room.find("gone")).isEmpty();
    }

    private void enter(int count) {
        IntStream.range(0, count).forEach(i -> room.enter("" + i, 0));
    }

    private void reach(Phase phase, boolean known) {
        room.enter("one", 0);
        switch (phase) {
            case SILENT -> {}
            case COLLECTING -> room.collect("one", known, 1, 0);
            case SERVED -> room.serve("one", known, 0);
            case RESTING -> {
                room.serve("one", known, 0);
                room.rest("one", 0);
            }
            case REFUSED -> room.refuse("one", 0);
            case LINKED -> room.link("one", 0);
        }
    }

    private boolean isOverAfter(Duration time) {
        return !room.sweep(time.toNanos()).isEmpty();
    }

    private static Duration limit(Phase phase, boolean known) {
        return switch (phase) {
            case SILENT -> RequestLimits.FIRST_REQUEST;
            case COLLECTING -> known ? RequestLimits.KNOWN_REQUEST : RequestLimits.ANONYMOUS_REQUEST;
            case SERVED, RESTING, LINKED -> RequestLimits.BETWEEN_REQUESTS;
            case REFUSED -> RequestLimits.ANONYMOUS_REQUEST;
        };
    }

    private static Dismissal<String> silently(String name) {
        return new Dismissal<>(name, Optional.empty());
    }
}
