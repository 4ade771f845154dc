package io.tapgateway.provider.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results, cancellations and the end of the connection, all at once. */
class RacingAnswersTest {
    private static final int ROUNDS = 3_000;
    private static final SessionId ABC = new SessionId("abc");

    private final Map<CallId, CompletableFuture<String>> work = new ConcurrentHashMap<>();
    private final Provider provider = Provider.named("racer")
            .tool(
                    "t",
                    "A tool",
                    Schema.object(),
                    call -> work.computeIfAbsent(call.id(), id -> new CompletableFuture<>())
                            .minimalCompletionStage())
            .build();
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final CyclicBarrier start = new CyclicBarrier(2);

    @AfterEach
    void stopOther() {
        other.shutdownNow();
    }

    @Test
    void I01_a_result_and_a_cancellation_at_the_same_time_give_exactly_one_answer() throws Exception {
        RecordingChannel channel = new RecordingChannel();
        ProviderConnection connection = bound(ProviderSession.inProcess(provider, ABC, Runnable::run), channel);

        for (int i = 0; i < ROUNDS; i++) {
            CallId id = new CallId("c-" + i);
            connection.received(ScriptedGateway.toolCall(id.value(), "t", Map.of()));
            Future<?> result = other.submit(() -> race(() -> work.get(id).complete("done")));
            race(() -> connection.received(new ToolCancel(id, ABC, ToolCancel.Reason.TIMEOUT)));
            result.get(10, TimeUnit.SECONDS);
        }

        assertThat(channel.results()).hasSize(ROUNDS).extracting(ToolResult::id).doesNotHaveDuplicates();
    }

    @Test
    void D023_a_result_racing_with_the_end_of_the_connection_is_answered_at_most_once_and_never_later()
            throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            RecordingChannel channel = new RecordingChannel();
            ProviderConnection connection =
                    bound(ProviderSession.remote(provider, Credentials.token("ptk-1"), Runnable::run), channel);
            CallId id = new CallId("d-" + i);
            connection.received(ScriptedGateway.toolCall(id.value(), "t", Map.of()));
            Future<?> result = other.submit(() -> race(() -> work.get(id).complete("done")));
            race(connection::closed);
            result.get(10, TimeUnit.SECONDS);

            assertThat(channel.results()).hasSizeLessThanOrEqualTo(1);
        }
    }

    private void race(Runnable action) {
        try {
            start.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the other side did not come", e);
        }
        action.run();
    }

    private static ProviderConnection bound(ProviderSession session, RecordingChannel channel) {
        ProviderConnection connection = session.opened(channel);
        connection.received(ScriptedGateway.sessions("abc"));
        connection.received(ScriptedGateway.helloAck("abc"));
        return connection;
    }

    private static final class RecordingChannel implements ProviderChannel {
        private final List<ProviderMessage> sent = new CopyOnWriteArrayList<>();

        @Override
        public void send(ProviderMessage message) {
            sent.add(message);
        }

        @Override
        public void close() {}

        List<ToolResult> results() {
            return sent.stream()
                    .filter(ToolResult.class::isInstance)
                    .map(ToolResult.class::cast)
                    .toList();
        }
    }
}
