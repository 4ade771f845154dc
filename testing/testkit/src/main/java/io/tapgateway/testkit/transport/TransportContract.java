package io.tapgateway.testkit.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.testkit.transport.RecordingPort.RecordingLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every transport promises. A test of a transport implements {@link #open} and inherits the rest. */
public interface TransportContract {
    /** A session that messages in these tests speak of. */
    SessionId SESSION = new SessionId("s1");

    /** Puts the transport in front of a gateway's port. */
    Rig open(ProviderPort port) throws Exception;

    /** A transport that is in place. */
    interface Rig extends AutoCloseable {
        /** Connects a provider; returns once {@link ProviderEnd#opened} was called. */
        void connect(ProviderEnd end) throws Exception;

        /** Whether a provider is told the close code. */
        boolean showsCloseCodes();

        @Override
        void close();
    }

    /** What a test does with one connection. */
    @FunctionalInterface
    interface Scene {
        void play(RecordingLink gateway, ProviderEnd provider) throws Exception;
    }

    private void withConnection(Scene scene) throws Exception {
        RecordingPort port = new RecordingPort();
        ProviderEnd provider = new ProviderEnd();
        try (Rig rig = open(port)) {
            rig.connect(provider);
            RecordingLink gateway = port.opened();
            try {
                scene.play(gateway, provider);
                assertThat(gateway.faults()).isEmpty();
            } finally {
                provider.resume();
            }
        }
    }

    @Test
    default void every_message_of_a_provider_arrives_as_it_was_sent() throws Exception {
        withConnection((gateway, provider) -> {
            List<ProviderMessage> messages = SampleMessages.ofProvider();

            messages.forEach(provider::send);

            assertThat(gateway.next(messages.size())).isEqualTo(messages);
        });
    }

    @Test
    default void every_message_of_the_gateway_arrives_as_it_was_sent() throws Exception {
        withConnection((gateway, provider) -> {
            List<GatewayMessage> messages = SampleMessages.ofGateway();

            messages.forEach(gateway::send);

            assertThat(provider.next(messages.size())).isEqualTo(messages);
        });
    }

    @Test
    default void messages_of_a_provider_arrive_in_order() throws Exception {
        withConnection((gateway, provider) -> {
            List<ProviderMessage> messages = progress("call-1", 2_000);

            messages.forEach(provider::send);

            assertThat(gateway.next(messages.size())).isEqualTo(messages);
        });
    }

    @Test
    default void messages_of_the_gateway_arrive_in_order_however_many_leave_at_once() throws Exception {
        withConnection((gateway, provider) -> {
            List<GatewayMessage> messages = calls(2_000);

            for (int i = 0; i < messages.size(); i++) {
                gateway.note(messages.get(i));
                if (i % 7 == 0) {
                    gateway.flush();
                }
            }
            gateway.flush();

            assertThat(provider.next(messages.size())).isEqualTo(messages);
        });
    }

    @Test
    default void messages_of_several_threads_of_a_provider_all_arrive_each_threads_in_order() throws Exception {
        withConnection((gateway, provider) -> {
            int threads = 4;
            int each = 300;

            inParallel(threads, thread -> () -> {
                progress("call-" + thread, each).forEach(provider::send);
                return null;
            });

            List<ProviderMessage> arrived = gateway.next(threads * each);
            for (int thread = 0; thread < threads; thread++) {
                CallId id = new CallId("call-" + thread);
                assertThat(arrived)
                        .filteredOn(message -> ((ToolProgress) message).id().equals(id))
                        .isEqualTo(progress("call-" + thread, each));
            }
        });
    }

    @Test
    default void the_gateway_may_leave_its_loop_on_several_threads_at_once() throws Exception {
        withConnection((gateway, provider) -> {
            List<GatewayMessage> messages = calls(1_000);
            ReentrantLock loop = new ReentrantLock();
            List<GatewayMessage> left = new ArrayList<>(messages);

            inParallel(4, thread -> () -> {
                boolean more = true;
                while (more) {
                    loop.lock();
                    try {
                        more = !left.isEmpty();
                        if (more) {
                            gateway.note(left.remove(0));
                        }
                    } finally {
                        loop.unlock();
                    }
                    gateway.flush();
                }
                return null;
            });

            assertThat(provider.next(messages.size())).isEqualTo(messages);
        });
    }

    @Test
    default void D021_nothing_is_delivered_before_the_gateway_has_left_its_loop() throws Exception {
        withConnection((gateway, provider) -> {
            GatewayMessage call = calls(1).get(0);

            gateway.note(call);

            assertThat(provider.isQuiet()).isTrue();
            gateway.flush();
            assertThat(provider.next()).isEqualTo(call);
        });
    }

    @Test
    default void D025_the_largest_messages_get_through_in_both_directions() throws Exception {
        withConnection((gateway, provider) -> {
            String large = "x".repeat(Limits.standard().get(Limit.TOOL_RESULT_MESSAGE) - 1_000);
            ProviderMessage result = ToolResult.data(new CallId("call-1"), JsonValue.of(large));
            GatewayMessage call = call("call-1", large.substring(0, 2_000_000));

            provider.send(result);
            gateway.send(call);

            assertThat(gateway.next().message()).isEqualTo(result);
            assertThat(provider.next()).isEqualTo(call);
        });
    }

    @Test
    default void D027_a_result_that_is_too_large_is_reported_as_such_and_the_connection_goes_on() throws Exception {
        withConnection((gateway, provider) -> {
            String tooLarge = "x".repeat(Limits.standard().get(Limit.TOOL_RESULT_MESSAGE));

            provider.send(ToolResult.data(new CallId("call-1"), JsonValue.of(tooLarge)));
            provider.send(new Goodbye(Optional.empty()));

            RecordingPort.Received refused = gateway.next();
            assertThat(refused.frame()).isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> {
                assertThat(malformed.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
                assertThat(malformed.correlation().id()).contains("call-1");
            });
            assertThat(gateway.next().message()).isEqualTo(new Goodbye(Optional.empty()));
        });
    }

    @Test
    default void a_ping_of_the_gateway_is_answered() throws Exception {
        withConnection((gateway, provider) -> {
            gateway.ping();

            gateway.awaitPong();
        });
    }

    @Test
    default void D018_what_was_sent_before_a_close_arrives_before_it() throws Exception {
        RecordingPort port = new RecordingPort();
        try (Rig rig = open(port)) {
            for (CloseCode code : CloseCode.values()) {
                ProviderEnd provider = new ProviderEnd();
                rig.connect(provider);
                RecordingLink gateway = port.opened();
                List<GatewayMessage> messages = calls(3);

                messages.forEach(gateway::note);
                gateway.close(code);

                assertThat(provider.next(3)).isEqualTo(messages);
                OptionalInt shown = provider.ended();
                if (rig.showsCloseCodes()) {
                    assertThat(shown).hasValue(code.code());
                }
                assertThat(gateway.ended()).isEqualTo(code);
                assertThat(gateway.faults()).isEmpty();
            }
        }
    }

    @Test
    default void what_a_provider_sent_before_it_left_arrives_before_its_end_and_nothing_comes_after() throws Exception {
        withConnection((gateway, provider) -> {
            List<ProviderMessage> messages = progress("call-1", 50);

            messages.forEach(provider::send);
            provider.close();
            messages.forEach(provider::send);

            assertThat(gateway.next(messages.size())).isEqualTo(messages);
            gateway.ended();
            provider.ended();
        });
    }

    @Test
    default void D019_a_peer_that_does_not_read_is_dropped_and_nobody_waits_for_it() throws Exception {
        withConnection((gateway, provider) -> {
            provider.pause();
            String large = "x".repeat(200_000);

            gateway.note(call("call-first", ""));
            Thread first = flushInBackground(gateway);
            for (int i = 0; i < 400; i++) {
                gateway.note(call("call-" + i, large));
            }
            Thread second = flushInBackground(gateway);

            assertThat(gateway.ended()).isEqualTo(CloseCode.SLOW_CONSUMER);
            provider.resume();
            first.join();
            second.join();
        });
    }

    @Test
    default void D019_a_full_outbox_drops_session_events_first_and_D210_says_how_many() throws Exception {
        withConnection((gateway, provider) -> {
            provider.pause();
            int events = 5_000;
            JsonValue data = JsonValue.object(Map.of("content", JsonValue.of("x".repeat(8_000))));

            gateway.note(new SessionEvent(SESSION, "user.message", data, 0));
            Thread first = flushInBackground(gateway);
            for (int i = 1; i < events; i++) {
                gateway.note(new SessionEvent(SESSION, "user.message", data, 0));
            }
            GatewayMessage last = call("call-last", "");
            gateway.note(last);
            Thread second = flushInBackground(gateway);
            provider.resume();
            first.join();
            second.join();

            long accountedFor = 0;
            long dropped = 0;
            GatewayMessage next = provider.next();
            while (!(next instanceof ToolCall)) {
                dropped += ((SessionEvent) next).dropped();
                accountedFor += 1 + ((SessionEvent) next).dropped();
                next = provider.next();
            }
            assertThat(next).isEqualTo(last);
            assertThat(dropped).isPositive();
            assertThat(accountedFor).isEqualTo(events);
        });
    }

    /** Leaves the loop on a thread of its own, which a provider that does not read may hold up. */
    private static Thread flushInBackground(RecordingLink gateway) {
        Thread thread = new Thread(gateway::flush, "flushing");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static List<ProviderMessage> progress(String call, int count) {
        return IntStream.range(0, count)
                .<ProviderMessage>mapToObj(i -> new ToolProgress(new CallId(call), "step " + i))
                .toList();
    }

    private static List<GatewayMessage> calls(int count) {
        return IntStream.range(0, count).mapToObj(i -> call("call-" + i, "")).toList();
    }

    private static GatewayMessage call(String id, String text) {
        return new ToolCall(
                new CallId(id), SESSION, new ToolName("greet"), JsonValue.object(Map.of("text", JsonValue.of(text))));
    }

    /** What one of several threads does. */
    @FunctionalInterface
    interface Work {
        Callable<Void> of(int thread);
    }

    private static void inParallel(int threads, Work work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                running.add(executor.submit(work.of(thread)));
            }
            for (Future<Void> each : running) {
                each.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
