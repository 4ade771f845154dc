package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Several hosts' threads at one provider, with everything on real threads. */
class LocalConcurrencyTest {
    private static final int THREADS = 4;
    private static final int CALLS = 2_000;
    private static final int PLACES = 3;

    @Test
    void every_call_gets_its_own_result_from_handlers_in_a_pool() throws Exception {
        callFromSeveralThreads(transport -> transport);
    }

    @Test
    void D021_every_call_gets_its_own_result_from_handlers_on_the_calling_threads() throws Exception {
        callFromSeveralThreads(transport -> transport.executor(Runnable::run));
    }

    private static void callFromSeveralThreads(UnaryOperator<LocalProviderTransport> handlersRun) throws Exception {
        ExecutorService hosts = Executors.newFixedThreadPool(THREADS);
        try (Gateway gateway = Gateway.builder().build()) {
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("abc", "Busy", Path.of("/code")), SessionHost.ignoringEverything());
            Provider echo = Provider.named("echo")
                    .tool("echo", "Echo", Schema.object(), call -> call.longArg("n"))
                    .build();
            handlersRun
                    .apply(LocalProviderTransport.to(gateway))
                    .attach(new SessionId("abc"), echo)
                    .whenBound()
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);

            List<Future<Integer>> right = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                long first = (long) thread * CALLS;
                right.add(hosts.submit(() -> callInTurn(session, first)));
            }

            for (Future<Integer> count : right) {
                assertThat(count.get(60, TimeUnit.SECONDS)).isEqualTo(CALLS);
            }
        } finally {
            hosts.shutdownNow();
        }
    }

    /** Of two thousand calls every second one is cancelled while it waits, is sent or is being answered. */
    @Test
    void D233_cancelled_at_any_moment_each_call_ends_once_and_no_place_is_lost() throws Exception {
        ExecutorService hosts = Executors.newFixedThreadPool(THREADS);
        try (Gateway gateway = Gateway.builder().build()) {
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("abc", "Busy", Path.of("/code")), SessionHost.ignoringEverything());
            Provider worker = Provider.named("worker")
                    .concurrency(PLACES)
                    .tool("work", "Does something", Schema.object(), call -> call.longArg("n"))
                    .build();
            LocalProviderTransport.to(gateway)
                    .attach(new SessionId("abc"), worker)
                    .whenBound()
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            AtomicInteger ends = new AtomicInteger();

            List<Future<?>> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                threads.add(hosts.submit(() -> callAndCancel(session, ends)));
            }
            for (Future<?> thread : threads) {
                thread.get(60, TimeUnit.SECONDS);
            }

            assertThat(ends).hasValue(CALLS);
            assertThat(callInTurn(session, 0, 2 * PLACES)).isEqualTo(2 * PLACES);
        } finally {
            hosts.shutdownNow();
        }
    }

    private static Void callAndCancel(GatewaySession session, AtomicInteger ends) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int done = 0; done < CALLS / THREADS; done += 2) {
            CallHandle kept = start(session, ends, done);
            CallHandle cancelled = start(session, ends, done + 1L);
            for (int spins = random.nextInt(2_000); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            cancelled.cancel();
            assertThat(kept.outcome()
                            .toCompletableFuture()
                            .get(10, TimeUnit.SECONDS)
                            .ok())
                    .isTrue();
            ToolOutcome end = cancelled.outcome().toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(end.ok() || end.failedWith(ToolErrorCode.CANCELLED)).isTrue();
        }
        return null;
    }

    private static CallHandle start(GatewaySession session, AtomicInteger ends, long n) {
        CallHandle call = session.startCall("work", JsonValue.of(Map.of("n", n)), CallOptions.NONE);
        var unused = call.outcome().thenRun(ends::incrementAndGet);
        return call;
    }

    private static int callInTurn(GatewaySession session, long first) throws Exception {
        return callInTurn(session, first, CALLS);
    }

    private static int callInTurn(GatewaySession session, long first, int calls) throws Exception {
        String tool = session.tools().get(0).name().value();
        int right = 0;
        for (long n = first; n < first + calls; n++) {
            ToolOutcome outcome = session.callTool(tool, JsonValue.of(Map.of("n", n)))
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            if (outcome instanceof ToolOutcome.Success success && success.data().equals(JsonValue.of(n))) {
                right++;
            }
        }
        return right;
    }
}
