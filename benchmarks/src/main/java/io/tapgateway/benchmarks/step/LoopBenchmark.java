package io.tapgateway.benchmarks.step;

import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** The way into the loop and out of it, with next to nothing to do there. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoopBenchmark {
    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s1", "", Path.of("/")), SessionHost.ignoringEverything());

    @TearDown
    public void close() {
        gateway.closeNow();
    }

    /** An input that changes nothing. */
    @Benchmark
    public void input() {
        session.interrupt();
    }

    /** The same from two threads, which meet in the loop. */
    @Benchmark
    @Threads(2)
    public void inputOfTwoThreads() {
        session.interrupt();
    }

    /** A question that is answered from inside of the loop. */
    @Benchmark
    public Optional<RegisteredTool> question() {
        return session.tool("none");
    }
}
