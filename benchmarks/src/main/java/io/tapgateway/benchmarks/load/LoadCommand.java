package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "Ratios are to the first of each scenario, mostly the bare echo: median of the rounds, with the least and the greatest; \"!\" marks rounds that differ too much to tell."
        })
final class LoadCommand implements Callable<Integer> {
    private static final String GATEWAY = "gateway";
    private static final String SINK = "sink";

    @Option(
            names = "--scenario",
            paramLabel = "CxFxB",
            description =
                    "connections x in flight x bytes, for example 50x16x150; repeatable. With +gate behind it: the gateway's calls"
                            + " need the leave of one provider more, against the same without. With +push: no calls, providers"
                            + " push, so many in a batch. The default is a set of nine.")
    private List<String> scenarios = List.of();

    @Option(names = "--rounds", description = "measured rounds of each scenario (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--seconds", description = "length of a round (default: ${DEFAULT-VALUE})")
    private long seconds = 2;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description =
                    "for the compilers, before each scenario, at least; it goes on until a call takes no less processor"
                            + " time than before (default: ${DEFAULT-VALUE})")
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
        Map<String, Target> targets = new LinkedHashMap<>();
        try {
            start(targets);
            for (Scenario scenario : wanted) {
                report(scenario, compare(turns(scenario, targets)));
            }
            return 0;
        } finally {
            for (Target target : targets.values()) {
                target.close();
            }
        }
    }

    private void start(Map<String, Target> targets) throws IOException, URISyntaxException {
        targets.put("echo", Target.start("echo", EchoTarget.class, Target.OPTIONS));
        targets.put("codec", Target.start("codec", EchoTarget.class, Target.OPTIONS, "codec"));
        targets.put(GATEWAY, Target.gateway(gatewayOptions()));
        targets.put(SINK, Target.start(SINK, EchoTarget.class, Target.OPTIONS, "sink"));
        if (node != null) {
            targets.put("node", Target.start("node", List.of("node", nodeEcho().toString(), node.toString())));
        }
        if (other != null) {
            targets.put("other", Target.start("other", List.of("sh", "-c", other)));
        }
    }

    private List<String> gatewayOptions() {
        List<String> options = new ArrayList<>(Target.OPTIONS);
        if (recording != null) {
            options.add("-XX:StartFlightRecording:settings=profile,filename=" + recording.toAbsolutePath());
        }
        return options;
    }

    /** One of those that do the work in turn. */
    private record Turn(String name, Target target, Scenario scenario) {}

    /** The first is what the others are compared with. */
    private static List<Turn> turns(Scenario scenario, Map<String, Target> targets) {
        Target gateway = Objects.requireNonNull(targets.get(GATEWAY));
        return switch (scenario.kind()) {
            case GATED ->
                List.of(
                        new Turn(GATEWAY, gateway, scenario.as(Scenario.Kind.CALLS)),
                        new Turn("gated", gateway, scenario));
            case PUSHES ->
                Stream.of(SINK, GATEWAY)
                        .map(name -> new Turn(name, Objects.requireNonNull(targets.get(name)), scenario))
                        .toList();
            case CALLS ->
                targets.entrySet().stream()
                        .filter(it -> !it.getKey().equals(SINK))
                        .map(it -> new Turn(it.getKey(), it.getValue(), scenario))
                        .toList();
        };
    }

    private Comparison compare(List<Turn> turns) throws IOException {
        Comparison comparison = new Comparison();
        for (Turn turn : turns) {
            warmUp(turn);
        }
        for (int round = 0; round < rounds; round++) {
            for (Turn turn : turns) {
                comparison.add(turn.name, turn.target.run(turn.scenario, seconds));
            }
        }
        return comparison;
    }

    private void warmUp(Turn turn) throws IOException {
        WarmUp progress = new WarmUp();
        boolean more = progress.goesOnAfter(cost(turn, warmUp));
        while (more) {
            more = progress.goesOnAfter(cost(turn, seconds));
        }
    }

    private static double cost(Turn turn, long seconds) throws IOException {
        return turn.target.run(turn.scenario, seconds).cpuNanos();
    }

    private static void report(Scenario scenario, Comparison comparison) {
        System.out.println(scenario.connections() + " connections x " + scenario.inFlight() + " in flight, "
                + scenario.payloadBytes() + " bytes" + what(scenario.kind()));
        comparison.lines().forEach(System.out::println);
    }

    private static String what(Scenario.Kind kind) {
        return switch (kind) {
            case CALLS -> "";
            case GATED -> ", with the leave of a gate";
            case PUSHES -> ", pushes in batches";
        };
    }

    private static Path nodeEcho() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(LoadCommand.class.getResource("echo.cjs"))
                .toURI());
    }
}
