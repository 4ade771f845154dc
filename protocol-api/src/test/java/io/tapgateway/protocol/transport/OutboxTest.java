package io.tapgateway.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private static final SessionId SESSION = new SessionId("abc");

    private final Outbox<GatewayMessage> outbox = Outbox.ofMessages(
            Limits.standard().with(Limit.OUTBOUND_BUFFER_FRAMES, 3).with(Limit.OUTBOUND_BUFFER_BYTES, 100));

    @Test
    void messages_leave_in_the_order_in_which_they_came() {
        outbox.offer(message("a"), 1);
        outbox.offer(event("b"), 1);
        outbox.offer(message("c"), 1);

        assertThat(taken()).containsExactly("a", "b", "c");
        assertThat(outbox.poll((message, bytes) -> {})).isFalse();
    }

    @Test
    void D019_the_limit_itself_is_allowed_and_one_more_message_is_not() {
        assertThat(outbox.offer(message("a"), 1)).isTrue();
        assertThat(outbox.offer(message("b"), 1)).isTrue();
        assertThat(outbox.offer(message("c"), 1)).isTrue();

        assertThat(outbox.offer(message("d"), 1)).isFalse();
        assertThat(taken()).containsExactly("a", "b", "c");
    }

    @Test
    void D019_the_limit_itself_is_allowed_and_one_more_byte_is_not() {
        assertThat(outbox.offer(message("a"), 60)).isTrue();
        assertThat(outbox.offer(message("b"), 40)).isTrue();

        assertThat(outbox.offer(message("c"), 1)).isFalse();
        assertThat(outbox.bytes()).isEqualTo(100);
    }

    @Test
    void D019_a_full_outbox_drops_the_oldest_session_event_first() {
        outbox.offer(event("old"), 1);
        outbox.offer(message("a"), 1);
        outbox.offer(event("young"), 1);

        assertThat(outbox.offer(message("b"), 1)).isTrue();
        assertThat(taken()).containsExactly("a", "young+1", "b");
    }

    @Test
    void D019_as_many_events_are_dropped_as_a_large_message_needs() {
        outbox.offer(event("one"), 40);
        outbox.offer(event("two"), 40);

        assertThat(outbox.offer(message("large"), 90)).isTrue();
        assertThat(taken()).containsExactly("large");
    }

    @Test
    void D019_an_event_makes_room_for_itself_among_events() {
        outbox.offer(event("one"), 1);
        outbox.offer(event("two"), 1);
        outbox.offer(event("three"), 1);

        assertThat(outbox.offer(event("four"), 1)).isTrue();
        assertThat(taken()).containsExactly("two+1", "three", "four");
    }

    @Test
    void D019_an_event_that_finds_only_other_messages_is_dropped_itself_without_ending_the_link() {
        outbox.offer(message("a"), 1);
        outbox.offer(message("b"), 1);
        outbox.offer(message("c"), 1);

        assertThat(outbox.offer(event("lost"), 1)).isTrue();
        assertThat(taken()).containsExactly("a", "b", "c");
    }

    @Test
    void D210_a_gap_is_announced_once_by_the_next_event() {
        outbox.offer(message("a"), 1);
        outbox.offer(message("b"), 1);
        outbox.offer(message("c"), 1);
        outbox.offer(event("lost"), 1);
        outbox.offer(event("lost too"), 1);
        taken();

        outbox.offer(event("next"), 1);
        outbox.offer(event("after"), 1);

        assertThat(taken()).containsExactly("next+2", "after");
    }

    @Test
    void D210_a_gap_adds_to_what_an_event_says_already() {
        outbox.offer(message("a"), 100);
        outbox.offer(event("lost"), 1);
        taken();

        outbox.offer(new SessionEvent(SESSION, "next", JsonValue.EMPTY_OBJECT, 4), 1);

        assertThat(taken()).containsExactly("next+5");
    }

    @Test
    void what_was_polled_makes_room_at_once() {
        outbox.offer(message("a"), 100);

        outbox.poll((message, bytes) -> assertThat(bytes).isEqualTo(100));

        assertThat(outbox.frames()).isZero();
        assertThat(outbox.offer(message("b"), 100)).isTrue();
    }

    @Test
    void what_is_held_while_it_is_sent_counts_until_it_is_released() {
        outbox.offer(message("a"), 100);
        outbox.pollHolding((message, bytes) -> {});

        boolean whileHeld = outbox.offer(message("b"), 1);
        outbox.release(100);
        boolean afterwards = outbox.offer(message("c"), 1);

        assertThat(whileHeld).isFalse();
        assertThat(afterwards).isTrue();
        assertThat(outbox.frames()).isEqualTo(1);
        assertThat(outbox.bytes()).isEqualTo(1);
    }

    @Test
    void a_message_being_taken_may_offer_others() {
        outbox.offer(message("a"), 1);

        outbox.poll((message, bytes) -> outbox.offer(message("b"), 1));

        assertThat(taken()).containsExactly("b");
    }

    @Test
    void a_closed_outbox_is_empty_and_ignores_offers() {
        outbox.offer(message("a"), 50);
        outbox.offer(event("b"), 50);

        outbox.close();

        assertThat(outbox.offer(message("c"), 1_000)).isTrue();
        assertThat(outbox.frames()).isZero();
        assertThat(outbox.bytes()).isZero();
        assertThat(taken()).isEmpty();
    }

    @Test
    void the_standard_limits_are_those_of_the_gateway() {
        Outbox<GatewayMessage> standard = Outbox.ofMessages(Limits.standard());
        for (int i = 0; i < 4_096; i++) {
            assertThat(standard.offer(message("a"), 1)).isTrue();
        }

        assertThat(standard.offer(message("b"), 1)).isFalse();
        assertThat(Outbox.<GatewayMessage>ofMessages(Limits.standard()).offer(message("a"), 8 << 20))
                .isTrue();
        assertThat(Outbox.<GatewayMessage>ofMessages(Limits.standard()).offer(message("a"), (8 << 20) + 1))
                .isFalse();
    }

    @Test
    void nothing_is_lost_or_reordered_between_an_offering_and_a_taking_thread() {
        Outbox<GatewayMessage> shared = Outbox.ofMessages(Limits.standard());
        int count = 100_000;
        List<String> seen = new ArrayList<>();
        ExecutorService producer = Executors.newSingleThreadExecutor();

        CompletableFuture<Void> offered = CompletableFuture.runAsync(
                () -> {
                    for (int i = 0; i < count; ) {
                        if (shared.offer(message("m" + i), 1)) {
                            i++;
                        } else {
                            Thread.onSpinWait();
                        }
                    }
                },
                producer);
        while (seen.size() < count) {
            if (!shared.poll((message, bytes) -> seen.add(name(message)))) {
                Thread.onSpinWait();
            }
        }

        producer.shutdown();
        offered.join();
        for (int i = 0; i < count; i++) {
            assertThat(seen.get(i)).isEqualTo("m" + i);
        }
        assertThat(shared.frames()).isZero();
    }

    private List<String> taken() {
        List<String> names = new ArrayList<>();
        while (outbox.poll((message, bytes) -> names.add(name(message)))) {
            // Each message is named by the poll.
        }
        return names;
    }

    private static GatewayMessage message(String name) {
        return new ToolCancel(new CallId(name), SESSION, ToolCancel.Reason.INTERRUPT);
    }

    private static GatewayMessage event(String name) {
        return new SessionEvent(SESSION, name, JsonValue.EMPTY_OBJECT, 0);
    }

    private static String name(GatewayMessage message) {
        if (message instanceof SessionEvent event) {
            return event.event() + (event.dropped() == 0 ? "" : "+" + event.dropped());
        }
        return ((ToolCancel) message).id().value();
    }

    @Test
    void as_many_texts_may_wait_as_the_limits_say_and_none_is_dropped_for_another() {
        Outbox<String> texts = Outbox.ofTexts(3, 10);

        assertThat(texts.offer("abcde", 5)).isTrue();
        assertThat(texts.offer("fghij", 5)).isTrue();
        assertThat(texts.offer("k", 1)).isFalse();
        assertThat(texts.poll((text, size) -> assertThat(text).isEqualTo("abcde")))
                .isTrue();
        assertThat(texts.offer("l", 1)).isTrue();
        assertThat(texts.offer("m", 1)).isTrue();
        assertThat(texts.offer("n", 1)).isFalse();
    }
}
