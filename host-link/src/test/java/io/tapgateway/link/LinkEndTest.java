package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One end of a link over connections that come and go, in virtual time. */
class LinkEndTest {
    private final ManualClock clock = ManualClock.create();
    private final List<JsonValue> heard = new ArrayList<>();
    private final LinkEnd end = new LinkEnd(clock, heard::add);
    private final RecordedSocket first = new RecordedSocket();

    @Test
    void what_is_said_without_a_connection_is_said_on_the_next_one_after_the_welcome() {
        end.say(message("a"));
        end.say(message("b"));

        boolean alive = end.welcome("link", first, 0);

        assertThat(alive).isTrue();
        assertThat(first.flushed()).hasSize(3).element(0).asString().startsWith("{\"type\":\"welcome\"");
        assertThat(first.flushed().subList(1, 3))
                .containsExactly("{\"ack\":0,\"n\":1,\"say\":{\"a\":1}}", "{\"ack\":0,\"n\":2,\"say\":{\"b\":1}}");
    }

    @Test
    void what_the_other_side_has_heard_is_not_said_again() {
        end.welcome("link", first, 0);
        end.say(message("a"));
        end.say(message("b"));
        RecordedSocket second = new RecordedSocket();

        end.welcome("link", second, 1);

        assertThat(second.flushed()).hasSize(2).last().isEqualTo("{\"ack\":0,\"n\":2,\"say\":{\"b\":1}}");
        assertThat(first.aborted()).isTrue();
    }

    @Test
    void T58_a_large_message_takes_room_until_it_has_been_heard_or_the_link_is_over() {
        PayloadRoom room = PayloadRoom.of(1 << 20);
        LinkEnd counted = new LinkEnd(clock, heard::add, room);
        counted.welcome("link", first, 0);

        counted.say(message("a".repeat(PayloadRoom.SMALL_BYTES)));
        PayloadRoom.Place waiting = room.ask(room.bytes(), () -> {});
        assertThat(waiting.isTaken()).isFalse();
        counted.received(first, "{\"ack\":1}");
        assertThat(waiting.isTaken()).isTrue();

        waiting.close();
        counted.say(message("b".repeat(PayloadRoom.SMALL_BYTES)));
        assertThat(room.ask(room.bytes(), () -> {}).isTaken()).isFalse();
        counted.end(Ending.STOPPED, CloseCode.GOING_AWAY, "");
        assertThat(room.isAwaited()).isFalse();
    }

    @Test
    void a_gap_breaks_the_link_and_the_reason_stands_in_the_close_frame() {
        end.welcome("link", first, 0);

        end.received(first, "{\"ack\":0,\"n\":2,\"say\":{}}");

        assertThat(first.closed()).contains(CloseCode.POLICY_VIOLATION);
        assertThat(first.reason()).isEqualTo("message 1 is missing before 2");
        assertThat(end.over()).isCompletedWithValue(Ending.LOST);
    }

    @Test
    void what_comes_late_on_a_former_connection_is_ignored() {
        end.welcome("link", first, 0);
        RecordedSocket second = new RecordedSocket();
        end.welcome("link", second, 0);

        end.received(first, "{\"ack\":0,\"n\":1,\"say\":{\"a\":1}}");
        end.closed(first);

        assertThat(heard).isEmpty();
        assertThat(end.loss()).isNotDone();
    }

    @Test
    void the_other_side_hears_a_sign_of_life_every_five_seconds() {
        end.welcome("link", first, 0);

        clock.advance(LinkRules.HEARTBEAT.minusNanos(1));
        assertThat(first.flushed()).hasSize(1);
        clock.advance(Duration.ofNanos(1));

        assertThat(first.flushed()).hasSize(2).last().isEqualTo("{\"ack\":0}");
    }

    @Test
    void a_connection_on_which_nothing_comes_in_for_fifteen_seconds_is_lost() {
        end.welcome("link", first, 0);
        clock.advance(Duration.ofSeconds(4));
        end.received(first, "{\"ack\":0}");

        clock.advance(Duration.ofSeconds(14));
        assertThat(end.loss()).isNotDone();
        clock.advance(Duration.ofSeconds(2));

        assertThat(end.loss()).isDone();
        assertThat(first.aborted()).isTrue();
    }

    @Test
    void a_lost_link_knows_for_how_long_and_how_to_get_back() {
        end.welcome("link", first, 0);
        end.received(first, "{\"ack\":0,\"n\":1,\"say\":{}}");

        end.closed(first);
        clock.advance(Duration.ofSeconds(3));

        assertThat(end.lostFor()).isEqualTo(Duration.ofSeconds(3));
        assertThat(end.resumption()).contains(new Resumption("link", 1));
    }

    @Test
    void a_task_for_a_lost_link_runs_if_it_stays_lost() {
        List<String> done = new ArrayList<>();
        end.welcome("link", first, 0);
        end.closed(first);

        end.whileLost(Duration.ofSeconds(1), () -> done.add("task"));
        clock.advance(Duration.ofSeconds(1));

        assertThat(done).containsExactly("task");
    }

    @Test
    void a_task_for_a_lost_link_does_not_run_if_that_goes_on() {
        List<String> done = new ArrayList<>();
        end.welcome("link", first, 0);
        end.closed(first);
        end.whileLost(Duration.ofSeconds(1), () -> done.add("task"));

        end.welcome("link", new RecordedSocket(), 0);
        clock.advance(Duration.ofSeconds(2));

        assertThat(done).isEmpty();
    }

    @Test
    void there_is_no_task_for_a_link_that_is_not_lost() {
        end.welcome("link", first, 0);

        end.whileLost(Duration.ofSeconds(1), () -> {
            throw new AssertionError("not lost");
        });
        clock.advance(Duration.ofSeconds(2));

        assertThat(end.lostFor()).isEqualTo(Duration.ZERO);
    }

    @Test
    void a_link_that_is_over_says_nothing_takes_no_connection_and_waits_for_nothing() {
        end.welcome("link", first, 0);
        end.end(message("last"), Ending.LEFT, CloseCode.NORMAL, "");
        RecordedSocket late = new RecordedSocket();

        boolean again = end.end(Ending.LOST, CloseCode.NORMAL, "");
        boolean alive = end.welcome("link", late, 0);
        end.say(message("late"));
        end.received(first, "{\"ack\":0,\"n\":1,\"say\":{}}");

        assertThat(first.flushed()).last().isEqualTo("{\"ack\":0,\"n\":1,\"say\":{\"last\":1}}");
        assertThat(first.closed()).contains(CloseCode.NORMAL);
        assertThat(again).isFalse();
        assertThat(alive).isFalse();
        assertThat(late.flushed()).isEmpty();
        assertThat(heard).isEmpty();
        assertThat(end.over()).isCompletedWithValue(Ending.LEFT);
        assertThat(clock.pending()).isZero();
    }

    private static JsonValue message(String name) {
        return JsonValue.object(Map.of(name, JsonValue.of(1)));
    }
}
