package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The loop under many threads: whoever brings work drains it, and nothing is lost or done twice. */
final class GatewayConcurrencyTest {
    private static final int THREADS = 6;
    private static final int CALLS_PER_THREAD = 5_000;
    private static final int IN_FLIGHT_PER_THREAD = 100;

    /** Answers every call with its own arguments, on whichever thread leaves the loop. */
    private static final class Echo implements QuietOutlet {
        private final Queue<ToolCall> calls = new ConcurrentLinkedQueue<>();
        private final Link link;

        Echo(Gateway gateway) {
            link = gateway.providerPort().open(new Peer.InProcess(new SessionId("s")), this);
            ToolDefinition tool = ToolDefinition.of("echo", "Says it again", JsonValue.EMPTY_OBJECT);
            link.received(new Decoded.Valid<>(Hello.of("echo", Optional.empty(), List.of(tool))), 1);
        }

        @Override
        public void send(GatewayMessage message) {
            if (message instanceof ToolCall call) {
                calls.add(call);
            }
        }

        @Override
        public void flush() {
            for (ToolCall call = calls.poll(); call != null; call = calls.poll()) {
                link.received(new Decoded.Valid<>(ToolResult.data(call.id(), call.args())), 1);
            }
        }
    }

    @Test
    void every_call_of_every_thread_ends_once_with_its_own_answer() throws Exception {
        Gateway gateway = Gateway.builder().executor(Runnable::run).build();
        try {
            GatewaySession session =
                    gateway.openSession(SessionInfo.of("s", "s", Path.of(".")), SessionHost.ignoringEverything());
            Echo echo = new Echo(gateway);
            AtomicInteger right = new AtomicInteger();
            CountDownLatch ended = new CountDownLatch(THREADS * CALLS_PER_THREAD);

            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> runs = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                runs.add(threads.submit(() -> callAll(session, number, right, ended)));
            }
            for (Future<?> run : runs) {
                run.get(30, TimeUnit.SECONDS);
            }
            boolean all = ended.await(30, TimeUnit.SECONDS);
            threads.shutdownNow();

            assertThat(all).isTrue();
            assertThat(echo.calls).isEmpty();
            assertThat(right).hasValue(THREADS * CALLS_PER_THREAD);
            assertThat(gateway.providers())
                    .first()
                    .satisfies(it -> assertThat(it.load().inFlight()).isZero());
        } finally {
            gateway.closeNow();
        }
    }

    private static void callAll(GatewaySession session, int thread, AtomicInteger right, CountDownLatch ended) {
        Semaphore inFlight = new Semaphore(IN_FLIGHT_PER_THREAD);
        for (int i = 0; i < CALLS_PER_THREAD; i++) {
            inFlight.acquireUninterruptibly();
            JsonValue args = JsonValue.of(Map.of("thread", thread, "call", i));
            session.callTool("echo", args).thenAccept(outcome -> {
                if (outcome instanceof ToolOutcome.Success success
                        && success.data().equals(args)) {
                    right.incrementAndGet();
                }
                inFlight.release();
                ended.countDown();
            });
        }
    }
}
