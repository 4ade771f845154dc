package io.tapgateway.benchmarks.host;

import io.tapgateway.benchmarks.load.AnsweredCall;
import io.tapgateway.benchmarks.load.AskingPeers;
import io.tapgateway.benchmarks.load.EchoTarget;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.benchmarks.load.Scenario;
import io.tapgateway.benchmarks.load.Target;
import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What it costs a host that its gateway is in another process: the command line. */
@Command(
        name = "hosts",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what a host asks of a gateway in this process and in another one, and echoes of a bare",
            "WebSocket, in turn. One question at a time; the ratio is what the other process adds, to one echo."
        })
final class HostCommand implements Callable<Integer> {
    private static final int BYTES = 150;

    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--seconds", description = "for each thing in a round (default: ${DEFAULT-VALUE})")
    private long seconds = 1;

    @Option(names = "--warm-up", description = "rounds for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 3;

    private final Map<String, List<Long>> medians = new LinkedHashMap<>();

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new HostCommand()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path home = Files.createTempDirectory("tap-hosts");
        try (Target echo = Target.start("echo", EchoTarget.class, Target.OPTIONS);
                Target target = Target.start("gateway", HostTarget.class, Target.OPTIONS, home.toString());
                Gateway own = Gateway.builder().executor(Runnable::run).build();
                HostGateway gateway = GatewayConnector.joinOrStart(
                        ConnectorSettings.home(home).executor(Runnable::run));
                EchoClient client = EchoClient.connect(echo.url())) {
            SessionInfo info = SessionInfo.of("load", "Load", home);
            GatewaySession local = EchoSession.withProvider(own, info, SessionHost.ignoringEverything());
            GatewaySession remote = gateway.openSession(info, SessionHost.ignoringEverything());
            await(local);
            await(remote);
            JsonValue args = JsonValue.of(Map.of("text", "x".repeat(BYTES - Scenario.ENVELOPE)));
            String text = "x".repeat(BYTES);
            for (int round = -warmUp; round < rounds; round++) {
                boolean counts = round >= 0;
                measure(counts, "call here", () -> AnsweredCall.of(local, EchoSession.TOOL, args));
                measure(counts, "call there", () -> AnsweredCall.of(remote, EchoSession.TOOL, args));
                measure(counts, "tools there", remote::tools);
                measure(counts, "echo", () -> client.ask(text));
                record(counts, "bare echo", bareEcho(echo.url()));
            }
            report(target);
            return 0;
        } finally {
            for (String file : List.of("gateway.json", "host.key", "hosts.lock")) {
                Files.deleteIfExists(home.resolve(file));
            }
            Files.delete(home);
        }
    }

    private static void await(GatewaySession session) {
        while (session.tool(EchoSession.TOOL).isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private void measure(boolean counts, String what, Runnable once) {
        Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long now = System.nanoTime(); now < end; ) {
            once.run();
            long then = System.nanoTime();
            latencies.recordValue(then - now);
            now = then;
        }
        record(counts, what, latencies);
    }

    private Histogram bareEcho(URI url) throws IOException {
        try (AskingPeers peers = new AskingPeers(url, new Scenario(1, 1, BYTES))) {
            return peers.ask(seconds);
        }
    }

    private void record(boolean counts, String what, Histogram latencies) {
        if (counts) {
            medians.computeIfAbsent(what, name -> new ArrayList<>()).add(latencies.getValueAtPercentile(50));
        }
    }

    private void report(Target target) {
        medians.forEach((what, nanos) ->
                System.out.printf("%-12s p50 %8.1f us%n", what, median(i -> nanos.get(i)) / 1e3));
        for (String echo : List.of("echo", "bare echo")) {
            System.out.printf(
                    "a call there costs %.2f, and a look at the tools %.2f of one %s more than here (%s)%n",
                    median(i -> (double) (at("call there", i) - at("call here", i)) / at(echo, i)),
                    median(i -> (double) at("tools there", i) / at(echo, i)),
                    echo,
                    target.name());
        }
    }

    private long at(String what, int round) {
        return medians.getOrDefault(what, List.of()).get(round);
    }

    private double median(java.util.function.IntToDoubleFunction value) {
        double[] values = new double[rounds];
        Arrays.setAll(values, value);
        Arrays.sort(values);
        return values[rounds / 2];
    }
}
