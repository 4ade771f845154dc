package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the load harness. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures calls through a gateway against a bare WebSocket echo, and one that reads and writes JSON, turn and turn about.",
            "Ratios are to the bare echo: median of the rounds, with the least and the greatest; \"!\" marks rounds that differ too much to tell."
        })
final class LoadCommand implements Callable<Integer> {
    @Option(
            names = "--scenario",
            paramLabel = "CxFxB",
            description =
                    "connections x in flight x bytes, for example 50x16x150; repeatable. The default is a set of six.")
    private List<String> scenarios = List.of();

    @Option(names = "--rounds", description = "measured rounds of each scenario (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--seconds", description = "length of a round (default: ${DEFAULT-VALUE})")
    private long seconds = 2;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "for the compilers, before each scenario (default: ${DEFAULT-VALUE})")
    private long warmUp = 4;

    @Option(
            names = "--node",
            paramLabel = "DIR",
            description = "also an echo in Node; DIR is where the package \"ws\" is installed (npm install ws)")
    private @Nullable Path node;

    @Option(
            names = "--other",
            paramLabel = "COMMAND",
            description =
                    "also another gateway: a program that speaks the lines described at io.tapgateway.benchmarks.load.Target")
    private @Nullable String other;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "also a flight recording of the gateway's process, written when it ends")
    private @Nullable Path recording;

    public static void main(String[] args) {
        System.exit(new CommandLine(new LoadCommand()).execute(args));
    }

    @Override
    public Integer call() throws IOException, URISyntaxException {
        List<Scenario> wanted = scenarios.isEmpty()
                ? Scenario.STANDARD
                : scenarios.stream().map(Scenario::parse).toList();
        List<Target> targets = new ArrayList<>();
        try {
            targets.add(Target.start("echo", EchoTarget.class, List.of()));
            targets.add(Target.start("codec", EchoTarget.class, List.of(), "codec"));
            targets.add(Target.start("gateway", GatewayTarget.class, recordingOptions()));
            if (node != null) {
                targets.add(Target.start("node", List.of("node", nodeEcho().toString(), node.toString())));
            }
            if (other != null) {
                targets.add(Target.start("other", List.of("sh", "-c", other)));
            }
            for (Scenario scenario : wanted) {
                report(scenario, compare(targets, scenario));
            }
            return 0;
        } finally {
            for (Target target : targets) {
                target.close();
            }
        }
    }

    private List<String> recordingOptions() {
        return recording == null
                ? List.of()
                : List.of("-XX:StartFlightRecording:settings=profile,filename=" + recording.toAbsolutePath());
    }

    private Comparison compare(List<Target> targets, Scenario scenario) throws IOException {
        Comparison comparison = new Comparison();
        for (Target target : targets) {
            target.run(scenario, warmUp);
        }
        for (int round = 0; round < rounds; round++) {
            for (Target target : targets) {
                comparison.add(target.name(), target.run(scenario, seconds));
            }
        }
        return comparison;
    }

    private static void report(Scenario scenario, Comparison comparison) {
        System.out.println(scenario.connections() + " connections x " + scenario.inFlight() + " in flight, "
                + scenario.payloadBytes() + " bytes");
        comparison.lines().forEach(System.out::println);
    }

    private static Path nodeEcho() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(LoadCommand.class.getResource("echo.cjs"))
                .toURI());
    }
}
