package io.tapgateway.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SenderTest {
    private static final int MAX_IN_FLIGHT = 64;

    private final RecordingWire wire = new RecordingWire();
    private final Outbox<Message> outbox = Outbox.ofMessages(Limits.standard());
    private long now;
    private final Sender<Message> sender = new Sender<>(outbox, MessageCodec::encode, wire, MAX_IN_FLIGHT, () -> now);

    /** A wire on which sends stay under way until the test lets them arrive. */
    private static final class RecordingWire implements Sender.Wire {
        final List<String> sent = new ArrayList<>();
        final Deque<Runnable> underWay = new ArrayDeque<>();
        boolean immediate;
        boolean failing;

        @Override
        public void sendText(String text, Runnable arrived) {
            if (failing) {
                throw new IllegalStateException("a bug");
            }
            sent.add(text.replaceAll(".*\"event\":\"([^\"]*)\".*", "$1"));
            if (immediate) {
                arrived.run();
            } else {
                underWay.add(arrived);
            }
        }

        @Override
        public void sendPing() {
            sent.add("ping");
        }

        @Override
        public void sendClose(CloseCode code, String reason) {
            sent.add("close " + code.code() + ' ' + reason);
        }

        @Override
        public void broken(RuntimeException bug) {
            sent.add("broken");
        }
    }

    @Test
    void messages_leave_in_order() {
        wire.immediate = true;

        offer(1, 1_000);
        sender.flush();

        assertThat(wire.sent).containsExactlyElementsOf(names(1, 1_000));
    }

    @Test
    void nothing_leaves_before_the_flush() {
        offer(1, 3);
        sender.ping();
        sender.close(CloseCode.NORMAL, "bye");

        assertThat(wire.sent).isEmpty();
    }

    @Test
    void only_so_many_are_under_way_at_a_time() {
        offer(1, 100);
        sender.flush();

        assertThat(wire.sent).hasSize(MAX_IN_FLIGHT);
    }

    @Test
    void one_that_arrives_makes_room_for_the_next() {
        offer(1, 100);
        sender.flush();

        wire.underWay.remove().run();

        assertThat(wire.sent).containsExactlyElementsOf(names(1, MAX_IN_FLIGHT + 1));
    }

    @Test
    void D019_messages_under_way_still_count() {
        offer(1, 10);
        sender.flush();

        assertThat(outbox.frames()).isEqualTo(10);
        wire.underWay.remove().run();
        assertThat(outbox.frames()).isEqualTo(9);
    }

    @Test
    void the_close_comes_after_everything_that_waits() {
        offer(1, 100);
        sender.close(CloseCode.AUTH_FAILED, "no");
        sender.flush();
        assertThat(wire.sent).doesNotContain("close 4401 no");

        while (!wire.underWay.isEmpty()) {
            wire.underWay.remove().run();
        }

        assertThat(wire.sent).hasSize(101).endsWith("e100", "close 4401 no");
    }

    @Test
    void the_first_close_counts_and_is_sent_once() {
        sender.close(CloseCode.AUTH_FAILED, "no");
        sender.close(CloseCode.NORMAL, "bye");
        sender.flush();
        sender.flush();

        assertThat(wire.sent).containsExactly("close 4401 no");
    }

    @Test
    void D019_a_slow_consumer_gets_the_close_without_what_waits() {
        offer(1, 100);
        sender.flush();

        sender.closeAtOnce(CloseCode.SLOW_CONSUMER, "slow");
        sender.flush();

        assertThat(wire.sent).hasSize(MAX_IN_FLIGHT + 1).endsWith("e64", "close 4429 slow");
    }

    @Test
    void nothing_leaves_after_the_close() {
        sender.close(CloseCode.NORMAL, "bye");
        sender.flush();
        offer(1, 1);
        sender.ping();
        sender.flush();

        assertThat(wire.sent).containsExactly("close 1000 bye");
    }

    @Test
    void nothing_leaves_once_the_connection_is_gone() {
        sender.end();
        offer(1, 1);
        sender.close(CloseCode.NORMAL, "bye");
        sender.flush();

        assertThat(wire.sent).isEmpty();
    }

    @Test
    void a_ping_is_sent_once() {
        sender.ping();
        sender.flush();
        sender.flush();

        assertThat(wire.sent).containsExactly("ping");
    }

    @Test
    void D019_a_stall_is_the_time_since_something_last_arrived() {
        assertThat(sender.stalledNanos()).isNegative();
        offer(1, 2);
        sender.flush();
        now += seconds(3);
        assertThat(sender.stalledNanos()).isEqualTo(seconds(3));

        wire.underWay.remove().run();
        assertThat(sender.stalledNanos()).isZero();
        now += seconds(1);
        assertThat(sender.stalledNanos()).isEqualTo(seconds(1));

        wire.underWay.remove().run();
        assertThat(sender.stalledNanos()).isNegative();
    }

    @Test
    void an_idle_connection_is_not_stalled_when_it_sends_again() {
        now = seconds(1_000);
        offer(1, 1);
        sender.flush();

        assertThat(sender.stalledNanos()).isZero();
    }

    @Test
    void a_bug_while_sending_ends_only_this_connection() {
        wire.failing = true;

        offer(1, 3);
        sender.flush();

        assertThat(wire.sent).containsExactly("broken", "close 1011 Internal error");
        assertThat(outbox.frames()).isZero();
    }

    @Test
    void a_flush_from_within_a_send_does_not_nest() {
        wire.immediate = true;
        offer(1, 2_000);
        sender.flush();

        assertThat(wire.sent).hasSize(2_000);
    }

    @Test
    void texts_leave_one_at_a_time() {
        Outbox<String> texts = Outbox.ofTexts(10, 10);
        Sender<String> ofTexts = Sender.ofTexts(texts, wire);
        texts.offer("a", 1);
        texts.offer("b", 1);

        ofTexts.flush();

        assertThat(wire.sent).containsExactly("a");
        wire.underWay.remove().run();
        assertThat(wire.sent).containsExactly("a", "b");
    }

    private void offer(int from, int to) {
        for (String name : names(from, to)) {
            outbox.offer(new SessionEvent(new SessionId("s1"), name, JsonValue.NULL, 0), 10);
        }
    }

    private static List<String> names(int from, int to) {
        List<String> names = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            names.add("e" + i);
        }
        return names;
    }

    private static long seconds(int count) {
        return Duration.ofSeconds(count).toNanos();
    }
}
