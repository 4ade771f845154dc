package io.tapgateway.benchmarks.step;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Updates of tools in a session with 500 of them, from five providers; the messages are decoded already. The limits on
 * how often a provider may do this are out of the way.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ToolListBenchmark {
    private static final int PROVIDERS = 5;
    private static final int TOOLS_OF_EACH = 100;
    private static final int NO_LIMIT = 1_000_000_000;

    private final Gateway gateway =
            Gateway.builder().limits(unhurried()).executor(Runnable::run).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s1", "", Path.of("/")), SessionHost.ignoringEverything());
    private final List<DirectPeer> peers = new ArrayList<>();
    private List<Decoded<ProviderMessage>> ofOneTool = List.of();
    private List<Decoded<ProviderMessage>> ofAllTools = List.of();
    private int turn;

    @Setup
    public void open() {
        for (int i = 0; i < PROVIDERS; i++) {
            peers.add(DirectPeer.attach(gateway, session, "p" + i, ",\"tools\":" + tools("p" + i, "first")));
        }
        String last = "p" + (PROVIDERS - 1);
        ofOneTool = List.of(delta(tool(last, 7, "one")), delta(tool(last, 7, "other")));
        ofAllTools = List.of(replace(tools(last, "one")), replace(tools(last, "other")));
    }

    private static Limits unhurried() {
        return Limits.standard()
                .with(Limit.UPDATES_PER_SECOND, NO_LIMIT)
                .with(Limit.UPDATE_BURST, NO_LIMIT)
                .with(Limit.UPDATES_PER_MINUTE, NO_LIMIT)
                .with(Limit.MESSAGES_PER_SECOND, NO_LIMIT)
                .with(Limit.MESSAGE_BURST, NO_LIMIT);
    }

    /** The answer shows that it was decided: while a timer has the loop, messages would queue up without end. */
    private Optional<RegisteredTool> update(Decoded<ProviderMessage> message) {
        peers.get(PROVIDERS - 1).says(message);
        return session.tool("none");
    }

    @TearDown
    public void close() {
        gateway.closeNow();
    }

    private static String tool(String provider, int number, String says) {
        return "{\"name\":\"%s_tool_%d\",\"description\":\"Does the %s thing\",\"parameters\":%s}"
                .formatted(
                        provider,
                        number,
                        says,
                        "{\"type\":\"object\",\"properties\":"
                                + "{\"query\":{\"type\":\"string\"},\"limit\":{\"type\":\"integer\"}},"
                                + "\"required\":[\"query\"]}");
    }

    private static String tools(String provider, String says) {
        return IntStream.range(0, TOOLS_OF_EACH)
                .mapToObj(number -> tool(provider, number, says))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static Decoded<ProviderMessage> delta(String tool) {
        return DirectPeer.message("{\"type\":\"tools.update\",\"tools\":[" + tool + "],\"remove\":[]}");
    }

    private static Decoded<ProviderMessage> replace(String tools) {
        return DirectPeer.message("{\"type\":\"tools.update\",\"tools\":" + tools + "}");
    }

    /** One tool out of a hundred has another description. */
    @Benchmark
    public Optional<RegisteredTool> oneToolChanges() {
        return update(ofOneTool.get(turn++ & 1));
    }

    /** A hundred tools have another description. */
    @Benchmark
    public Optional<RegisteredTool> hundredToolsChange() {
        return update(ofAllTools.get(turn++ & 1));
    }

    /** The same hundred tools are sent again. */
    @Benchmark
    public Optional<RegisteredTool> hundredToolsAsTheyWere() {
        return update(ofAllTools.get(0));
    }
}
