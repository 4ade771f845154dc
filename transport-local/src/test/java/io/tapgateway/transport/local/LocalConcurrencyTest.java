package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Several hosts' threads at one provider, with everything on real threads. */
class LocalConcurrencyTest {
    private static final int THREADS = 4;
    private static final int CALLS = 2_000;

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

    private static int callInTurn(GatewaySession session, long first) throws Exception {
        int right = 0;
        for (long n = first; n < first + CALLS; n++) {
            ToolOutcome outcome = session.callTool("echo", JsonValue.of(Map.of("n", n)))
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            if (outcome instanceof ToolOutcome.Success success && success.data().equals(JsonValue.of(n))) {
                right++;
            }
        }
        return right;
    }
}
