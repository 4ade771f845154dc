package io.tapgateway.benchmarks.hook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What an agent's hook takes: the command line. */
@Command(
        name = "hooks",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what an agent waits for before it uses a tool: a question to the gateway over one",
            "connection, the script that asks it, and curl alone with the same configuration; the last two in",
            "turn. No rule concerns the tool."
        })
final class HookLoad implements Callable<Integer> {
    private static final double MOST_MILLIS_OF_ENDPOINT = 3;
    private static final double MOST_MILLIS_OF_SCRIPT = 25;
    private static final double MOST_OF_CURL = 2;

    @Option(names = "--calls", description = "of each thing (default: ${DEFAULT-VALUE})")
    private int calls = 1_000;

    @Option(names = "--warm-up", description = "questions for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 2_000;

    public static void main(String[] args) {
        System.exit(new CommandLine(new HookLoad()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path home = Files.createTempDirectory("tap-hooks");
        try (HookedGateway gateway = HookedGateway.start(home)) {
            Histogram endpoint = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
            for (int i = -warmUp; i < calls; i++) {
                long begin = System.nanoTime();
                gateway.ask(i);
                if (i >= 0) {
                    endpoint.recordValue(System.nanoTime() - begin);
                }
            }
            Histogram script = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
            Histogram curl = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
            for (int i = 0; i < calls; i++) {
                script.recordValue(run(gateway.script(), i));
                curl.recordValue(run(gateway.curl(), i));
            }
            report(endpoint, script, curl);
        } finally {
            remove(home);
        }
        return 0;
    }

    private static void report(Histogram endpoint, Histogram script, Histogram curl) {
        double most = Math.max(MOST_MILLIS_OF_SCRIPT, MOST_OF_CURL * millis(curl, 50));
        line("POST /hooks/claude", endpoint, MOST_MILLIS_OF_ENDPOINT);
        line("tapgateway hook claude", script, most);
        System.out.printf("%-28s p50 %6.2f ms  p95 %6.2f ms%n", "sh -c 'curl ...'", millis(curl, 50), millis(curl, 95));
    }

    private static void line(String what, Histogram latencies, double most) {
        double median = millis(latencies, 50);
        System.out.printf(
                "%-28s p50 %6.2f ms  p95 %6.2f ms  at most %5.1f ms: %s%n",
                what, median, millis(latencies, 95), most, median <= most ? "met" : "missed");
    }

    private static double millis(Histogram latencies, double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
    }

    /** @return how long it takes, in nanoseconds, from starting the program to its end */
    private static long run(List<String> command, int number) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().write(HookedGateway.question(number).getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        int code = process.waitFor();
        long end = System.nanoTime();
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " has ended with " + code);
        }
        return end - begin;
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
