package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.connection.ProviderChannel;
import io.tapgateway.provider.connection.ProviderConnection;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The connection by itself, between a port and a provider that only remember what they are told. */
class LocalConnectionTest {
    private static final SessionId ABC = new SessionId("abc");

    private final List<String> toGateway = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final List<String> toProvider = new ArrayList<>();
    private Limits limits = Limits.standard();
    private Consumer<String> onDelivery = message -> {};
    private Outlet outlet;
    private ProviderChannel channel;

    private void connect() {
        LocalConnection.open(new RecordingPort(), new Peer.InProcess(ABC), opened -> {
            channel = opened;
            return new RecordingProvider();
        });
    }

    @Test
    void D021_messages_wait_until_the_gateway_flushes() {
        connect();

        outlet.send(message("a"));
        outlet.send(message("b"));
        assertThat(toProvider).isEmpty();
        outlet.flush();

        assertThat(toProvider).containsExactly("a", "b");
    }

    @Test
    void D021_a_flush_from_within_a_delivery_is_taken_over_by_the_running_one() {
        connect();
        onDelivery = message -> {
            if (message.equals("a")) {
                outlet.send(message("c"));
                outlet.flush();
                toProvider.add("a is done");
            }
        };

        outlet.send(message("a"));
        outlet.send(message("b"));
        outlet.flush();

        assertThat(toProvider).containsExactly("a", "a is done", "b", "c");
    }

    @Test
    void what_is_sent_while_the_connection_opens_is_delivered_once_the_provider_is_there() {
        LocalConnection.open(new RecordingPort(), new Peer.InProcess(ABC), opened -> {
            outlet.send(message("early"));
            outlet.flush();
            assertThat(toProvider).isEmpty();
            return new RecordingProvider();
        });

        assertThat(toProvider).containsExactly("early");
    }

    @Test
    void what_the_provider_sends_reaches_the_gateway_at_once_with_its_estimated_size() {
        connect();

        channel.send(Push.of(PushLevel.KEEP, "x".repeat(1_000)));

        assertThat(toGateway).containsExactly("push");
        assertThat(sizes).singleElement().satisfies(size -> assertThat(size).isBetween(1_000, 1_300));
    }

    @Test
    void pings_are_answered_at_once() {
        connect();

        outlet.ping();

        assertThat(toGateway).containsExactly("pong");
    }

    @Test
    void D019_a_full_mailbox_drops_the_oldest_session_event_first() {
        limits = limits.with(Limit.OUTBOUND_BUFFER_FRAMES, 2);
        connect();

        outlet.send(event("old"));
        outlet.send(event("young"));
        outlet.send(message("a"));
        outlet.flush();

        assertThat(toProvider).containsExactly("young+1", "a");
    }

    @Test
    void D019_a_mailbox_that_cannot_take_a_message_ends_the_connection() {
        limits = limits.with(Limit.OUTBOUND_BUFFER_FRAMES, 2);
        connect();

        outlet.send(message("a"));
        outlet.send(message("b"));
        outlet.send(message("c"));
        assertThat(toGateway).containsExactly("closed SLOW_CONSUMER");
        outlet.flush();
        outlet.send(message("d"));
        outlet.flush();

        assertThat(toProvider).containsExactly("closed");
        assertThat(toGateway).containsExactly("closed SLOW_CONSUMER");
    }

    @Test
    void D019_a_mailbox_is_bounded_in_bytes_too() {
        limits = limits.with(Limit.OUTBOUND_BUFFER_BYTES, 1_000);
        connect();

        outlet.send(new SessionEvent(ABC, "large", JsonValue.of("x".repeat(900)), 0));
        outlet.send(message("a"));
        outlet.flush();

        assertThat(toProvider).containsExactly("a");
    }

    @Test
    void a_close_by_the_gateway_comes_after_everything_it_sent() {
        connect();

        outlet.send(message("a"));
        outlet.close(CloseCode.TAKEN_OVER, "taken over");
        outlet.flush();
        outlet.flush();
        channel.send(Push.of(PushLevel.KEEP, "too late"));

        assertThat(toProvider).containsExactly("a", "closed");
        assertThat(toGateway).containsExactly("closed TAKEN_OVER");
    }

    @Test
    void a_close_by_the_provider_comes_after_everything_it_sent() {
        connect();

        channel.send(new Goodbye(Optional.empty()));
        channel.close();
        channel.close();
        channel.send(Push.of(PushLevel.KEEP, "too late"));
        outlet.send(message("late"));
        outlet.flush();

        assertThat(toGateway).containsExactly("goodbye", "closed NORMAL");
        assertThat(toProvider).containsExactly("closed");
    }

    @Test
    void D029_a_result_that_is_too_large_is_reported_with_the_call_it_answers() {
        limits = limits.with(Limit.TOOL_RESULT_MESSAGE, 1_000);
        connect();

        channel.send(ToolResult.data(new CallId("c-1"), JsonValue.of("x".repeat(1_000))));

        assertThat(toGateway).containsExactly("PAYLOAD_TOO_LARGE tool.result c-1");
    }

    @Test
    void D027_a_message_too_large_even_to_be_discarded_ends_the_connection() {
        limits = limits.with(Limit.DISCARDED_MESSAGE, 1_000);
        connect();

        channel.send(Push.of(PushLevel.KEEP, "x".repeat(1_000)));

        assertThat(toGateway).containsExactly("closed MESSAGE_TOO_BIG");
        assertThat(toProvider).containsExactly("closed");
    }

    @Test
    void a_bug_in_the_providers_connection_ends_it_and_nothing_else() {
        connect();
        onDelivery = message -> {
            throw new IllegalStateException("a bug");
        };

        outlet.send(message("a"));
        outlet.send(message("b"));
        outlet.flush();

        assertThat(toProvider).containsExactly("a", "closed");
        assertThat(toGateway).containsExactly("closed INTERNAL_ERROR");
    }

    @Test
    void D021_flushes_by_several_threads_deliver_everything_once_in_order_and_one_at_a_time() throws Exception {
        connect();
        int count = 20_000;
        AtomicInteger delivered = new AtomicInteger();
        AtomicBoolean within = new AtomicBoolean();
        AtomicBoolean overlapped = new AtomicBoolean();
        onDelivery = message -> {
            overlapped.compareAndSet(false, !within.compareAndSet(false, true));
            delivered.incrementAndGet();
            within.set(false);
        };
        AtomicBoolean stop = new AtomicBoolean();
        Runnable flushing = () -> {
            while (!stop.get()) {
                outlet.flush();
            }
        };
        Thread first = new Thread(flushing);
        Thread second = new Thread(flushing);
        first.start();
        second.start();

        for (int i = 0; i < count; i++) {
            outlet.send(message("m" + i));
            outlet.flush();
            while (i - delivered.get() > 2_000) {
                Thread.onSpinWait();
            }
        }
        stop.set(true);
        first.join(TimeUnit.SECONDS.toMillis(10));
        second.join(TimeUnit.SECONDS.toMillis(10));

        assertThat(overlapped).isFalse();
        assertThat(toProvider).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(toProvider.get(i)).isEqualTo("m" + i);
        }
    }

    private static GatewayMessage message(String name) {
        return new ToolCancel(new CallId(name), ABC, ToolCancel.Reason.INTERRUPT);
    }

    private static GatewayMessage event(String name) {
        return new SessionEvent(ABC, name, JsonValue.EMPTY_OBJECT, 0);
    }

    private final class RecordingProvider implements ProviderConnection {
        @Override
        public void received(GatewayMessage message) {
            String name = message instanceof SessionEvent event
                    ? event.event() + "+" + event.dropped()
                    : ((ToolCancel) message).id().value();
            toProvider.add(name);
            onDelivery.accept(name);
        }

        @Override
        public void closed() {
            toProvider.add("closed");
        }
    }

    private final class RecordingPort implements ProviderPort, Link {
        @Override
        public Optional<Refusal> refusal(Peer peer) {
            return Optional.empty();
        }

        @Override
        public Link open(Peer peer, Outlet opened) {
            outlet = opened;
            return this;
        }

        @Override
        public Limits limits() {
            return limits;
        }

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            sizes.add(bytes);
            toGateway.add(message.accept(new Decoded.Visitor<>() {
                @Override
                public String onValid(ProviderMessage valid) {
                    return valid.type().wireName();
                }

                @Override
                public String onUnknown(Decoded.Unknown<ProviderMessage> unknown) {
                    return unknown.type();
                }

                @Override
                public String onMalformed(Decoded.Malformed<ProviderMessage> malformed) {
                    return ErrorCode.PAYLOAD_TOO_LARGE.equals(malformed.code())
                            ? malformed.code() + " " + malformed.type().orElse("") + " "
                                    + malformed.correlation().id().orElse("")
                            : malformed.reason();
                }
            }));
        }

        @Override
        public void pong() {
            toGateway.add("pong");
        }

        @Override
        public void closed(CloseCode code) {
            toGateway.add("closed " + code);
        }
    }
}
