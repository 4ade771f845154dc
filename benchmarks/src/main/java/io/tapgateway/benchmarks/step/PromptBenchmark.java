package io.tapgateway.benchmarks.step;

import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Prompts of twenty sections of 500 characters, to which every provider appends a line and adds a context; nobody is
 * asked.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PromptBenchmark {
    private static final int SECTIONS = 20;
    private static final int LENGTH = 500;

    @Param({"0", "1", "10", "50"})
    public int providers;

    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s1", "", Path.of("/")), SessionHost.ignoringEverything());
    private PromptSections sections = PromptSections.of(Map.of());

    @Setup
    public void open() {
        for (int i = 0; i < providers; i++) {
            String contribution = (",\"hooks\":{\"transforms\":{\"section_%d\":{\"action\":\"append\","
                            + "\"content\":\"Provider %d says so.\"}}},\"context\":\"Provider %d is well.\"")
                    .formatted(i % SECTIONS, i, i);
            DirectPeer.attach(gateway, session, "p" + i, contribution);
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < SECTIONS; i++) {
            texts.put("section_" + i, "word ".repeat(LENGTH / 5));
        }
        sections = PromptSections.of(texts);
    }

    @TearDown
    public void close() {
        gateway.closeNow();
    }

    /** One prompt. */
    @Benchmark
    public PromptAssembly assemble() {
        return session.assemblePrompt(sections).toCompletableFuture().join();
    }
}
