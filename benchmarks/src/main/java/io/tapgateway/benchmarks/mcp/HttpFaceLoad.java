package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.Target;
import io.tapgateway.benchmarks.load.Turns;
import io.tapgateway.benchmarks.load.WarmUp;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The processor time of a gateway's process for a call by an agent over HTTP, beside that of a server of the SDK with
 * the same tool. Stateless.
 */
final class HttpFaceLoad {
    private static final int IN_FLIGHT = 16;

    /** How much of the SDK's processor time a call may cost. */
    private static final double MOST = 0.65;

    /**
     * What both do before anything counts, and then as much as makes it faster: what compilers work for a call is
     * processor time as well, so as many seconds for each would favour whoever is faster.
     */
    private static final int WARM_UP_CALLS = 100_000;

    private HttpFaceLoad() {}

    static void take(Turns turns) throws Exception {
        try (TemporaryHome home = new TemporaryHome();
                Target ours =
                        Target.start("face", McpTarget.class, Target.OPTIONS, home.toString(), McpTarget.WITH_TOOL);
                Target theirs = SdkTarget.server()) {
            Agents one = new Agents(ours);
            Agents other = new Agents(theirs);
            one.warmUp();
            other.warmUp();
            turns.compare(one.named("call of the face over HTTP"), other.named("call of the SDK"), MOST);
        }
    }

    /** So many connections of one session, each with one call under way; they are new in each round. */
    private static final class Agents {
        private final Target target;
        private final String session;

        private Agents(Target target) throws IOException {
            this.target = target;
            this.session = HttpAgent.begin(target);
        }

        private Turns.Named named(String name) {
            return new Turns.Named(name, "cpu", this::microsPerCall);
        }

        private void warmUp() throws IOException {
            AtomicInteger left = new AtomicInteger(WARM_UP_CALLS);
            call(() -> left.getAndDecrement() > 0);
            WarmUp progress = new WarmUp();
            boolean more = true;
            while (more) {
                more = progress.goesOnAfter(microsPerCall(1));
            }
        }

        private double microsPerCall(long seconds) throws IOException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            long before = target.cpu();
            int calls = call(() -> System.nanoTime() < end);
            return (target.cpu() - before) / 1e3 / calls;
        }

        /** Each calls again and again while that holds; returns how often in all. */
        private int call(BooleanSupplier goesOn) {
            List<CompletableFuture<Integer>> counts = IntStream.range(0, IN_FLIGHT)
                    .mapToObj(number -> CompletableFuture.supplyAsync(() -> call(number, goesOn), Agents::onThread))
                    .toList();
            return counts.stream().mapToInt(CompletableFuture::join).sum();
        }

        private int call(int number, BooleanSupplier goesOn) {
            int calls = 0;
            try (HttpAgent agent = HttpAgent.in(session, target, number)) {
                while (goesOn.getAsBoolean()) {
                    agent.call();
                    calls++;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return calls;
        }

        private static void onThread(Runnable task) {
            DaemonThreads.start("agent", task);
        }
    }
}
