package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.QuietLibraries;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What the gateway takes besides time per call: the command line. */
@Command(
        name = "footprint",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures start-up, size, memory, and what many providers at once cost; each with its target, if it has one.",
            "Figures are medians, with the least and the greatest; what is compared ran in turn."
        })
final class FootprintCommand implements Callable<Integer> {
    @Option(
            names = "--only",
            paramLabel = "WHAT",
            description = "one of start, size, idle, tools, storm, results; repeatable. The default is all of them.")
    private List<String> only = List.of();

    @Option(names = "--rounds", description = "how often each is done (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--providers", description = "how many are idle (default: ${DEFAULT-VALUE})")
    private int providers = 2_000;

    @Option(names = "--storm", description = "how many connect at once (default: ${DEFAULT-VALUE})")
    private int storm = 1_000;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // by the command line
    private CommandLine.Model.CommandSpec spec;

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new FootprintCommand()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put("start", new StartUp(rounds));
        measures.put("size", new AppSize());
        measures.put("idle", new IdleProviders(rounds, providers));
        measures.put("tools", new ManyTools(rounds));
        measures.put("storm", new BindStorm(rounds, storm));
        measures.put("results", new LargeResults(rounds));
        if (!measures.keySet().containsAll(only)) {
            throw new ParameterException(spec.commandLine(), "--only: " + only + " is not among " + measures.keySet());
        }
        if (!only.isEmpty()) {
            measures.keySet().retainAll(only);
        }
        for (Measure measure : measures.values()) {
            measure.take().forEach(System.out::println);
        }
        return 0;
    }
}
