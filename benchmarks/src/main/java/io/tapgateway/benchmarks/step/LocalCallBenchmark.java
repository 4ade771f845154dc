package io.tapgateway.benchmarks.step;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
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

/** One thread that calls a tool in the same process and waits for the outcome before it calls again. */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LocalCallBenchmark {
    /** Who answers. */
    public enum Way {
        /** A peer without an SDK; everything on the calling thread. */
        BARE {
            @Override
            void attach(Gateway gateway, GatewaySession session) {
                DirectPeer.attach(gateway, session, "echo", TOOL);
            }
        },
        /** The same, and the provider is first asked whether the call may be made: one question and one answer more. */
        GATED {
            @Override
            void attach(Gateway gateway, GatewaySession session) {
                DirectPeer.attach(gateway, session, "echo", TOOL + GATE);
            }
        },
        /** The SDK over the local transport; everything on the calling thread. */
        DIRECT {
            @Override
            void attach(Gateway gateway, GatewaySession session) {
                LocalProviderTransport.to(gateway)
                        .executor(Runnable::run)
                        .attach(session.info().id(), echo());
            }
        },
        /** The same on the pools that are there unless an embedder says otherwise. */
        POOLS {
            @Override
            Gateway gateway() {
                return Gateway.builder().build();
            }

            @Override
            void attach(Gateway gateway, GatewaySession session) {
                LocalProviderTransport.attach(gateway, session.info().id(), echo())
                        .whenBound()
                        .toCompletableFuture()
                        .join();
            }
        };

        private static final String GATE =
                ",\"hooks\":{\"onPreToolUse\":[{\"match\":{\"tool\":\"echo\"},\"action\":\"gate\",\"gateId\":\"g\"}]}";
        private static final String TOOL = ",\"tools\":[{\"name\":\"echo\",\"description\":\"Says it again\"}]";

        Gateway gateway() {
            return Gateway.builder().executor(Runnable::run).build();
        }

        abstract void attach(Gateway gateway, GatewaySession session);

        private static Provider echo() {
            return Provider.named("echo")
                    .tool("echo", "Says it again", Schema.object(), ToolInvocation::args)
                    .build();
        }
    }

    @Param
    public Way way = Way.DIRECT;

    private final JsonValue args = JsonValue.of(Map.of("text", "hello", "n", 12));

    @SuppressWarnings("NullAway.Init") // by open(), which comes first
    private Gateway gateway;

    @SuppressWarnings("NullAway.Init")
    private GatewaySession session;

    @Setup
    public void open() {
        gateway = way.gateway();
        session = gateway.openSession(SessionInfo.of("s1", "", Path.of("/")), SessionHost.ignoringEverything());
        way.attach(gateway, session);
    }

    @TearDown
    public void close() {
        gateway.closeNow();
    }

    /** A call that succeeds. */
    @Benchmark
    public ToolOutcome call() {
        ToolOutcome outcome =
                session.callTool("echo", args).toCompletableFuture().join();
        if (!outcome.ok()) {
            throw new IllegalStateException("the call has failed: " + outcome);
        }
        return outcome;
    }
}
