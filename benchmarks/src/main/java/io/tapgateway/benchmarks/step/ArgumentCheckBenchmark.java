package io.tapgateway.benchmarks.step;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Path;
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

/** Calls in the same process with three arguments, which are held against the schema of their tool or not. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ArgumentCheckBenchmark {
    private static final String TOOL = """
            ,"tools":[{"name":"deploy","description":"Deploys a service","parameters":{"type":"object",\
            "properties":{"service":{"type":"string","minLength":1},"environment":{"enum":["test","live"]},\
            "replicas":{"type":"integer","minimum":1,"maximum":100}},"required":["service","environment","replicas"],\
            "additionalProperties":false}}]""";

    private static final String SERVICE = "eu-west-1.payments.checkout.orders-and-refunds.worker.the-long-name-of-it";

    @Param({"true", "false"})
    public boolean checked = true;

    private final JsonValue made = JsonValue.of(Map.of("service", SERVICE, "environment", "live", "replicas", 12));
    private final String text = made.json();

    @SuppressWarnings("NullAway.Init") // by open(), which comes first
    private Gateway gateway;

    @SuppressWarnings("NullAway.Init")
    private GatewaySession session;

    @Setup
    public void open() {
        gateway = Gateway.builder().executor(Runnable::run).build();
        session = gateway.openSession(SessionInfo.of("s1", "", Path.of("/")), SessionHost.ignoringEverything());
        session.leaveArgumentsUnchecked(!checked);
        DirectPeer.attach(gateway, session, "deployer", TOOL);
    }

    @TearDown
    public void close() {
        gateway.closeNow();
    }

    /** Arguments that the host has made from Java values. */
    @Benchmark
    public ToolOutcome made() {
        return call(made);
    }

    /** Arguments that came as text, as from another process: whoever looks inside has to read them first. */
    @Benchmark
    public ToolOutcome text() throws MalformedJson {
        return call(JsonValue.parse(text));
    }

    private ToolOutcome call(JsonValue args) {
        ToolOutcome outcome =
                session.callTool("deploy", args).toCompletableFuture().join();
        if (!outcome.ok()) {
            throw new IllegalStateException("the call has failed: " + outcome);
        }
        return outcome;
    }
}
