package io.tapgateway.benchmarks.recording;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls a second with and without a recording: the command line. */
@Command(
        name = "recording",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls over the control ports of two apps in turn: of one in which nothing was ever"
                    + " recorded, and of one while what is said is recorded and while that is switched off."
                    + " Says whether what that costs is within its bars.",
        })
final class RecordingLoad implements Callable<Integer> {
    private static final int AT_ONCE = 8;
    private static final String TOOL = "echo";

    /** Of the calls where nothing was ever recorded, with the recording switched off: it costs nothing. */
    private static final double LEAST_OFF = 0.97;

    /** Of the calls with the recording switched off, while it is on: it costs a tenth at most. */
    private static final double LEAST_ON = 0.90;

    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 9;

    @Option(names = "--seconds", description = "for each of the three in a round (default: ${DEFAULT-VALUE})")
    private long seconds = 2;

    @Option(names = "--bytes", description = "of the text in arguments and result (default: ${DEFAULT-VALUE})")
    private int bytes = 1_000;

    @Option(names = "--warm-up", description = "rounds for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 3;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new RecordingLoad()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("tap-recording");
        try (App never = App.start(directory.resolve("never"));
                App switched = App.start(directory.resolve("switched"))) {
            report(never, switched);
            return 0;
        } finally {
            try (var all = Files.walk(directory)) {
                all.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    /** One of the apps, with a tool that answers with what it was given. */
    private record App(GatewayProcess process) implements AutoCloseable {
        static App start(Path directory) throws Exception {
            Path workspace = Files.createDirectories(directory.resolve("workspace"));
            App app = new App(GatewayProcess.start(new RunOptions(
                    new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                    new RunOptions.Ports(0, 0),
                    List.of(NewSession.of("main", "Load", Optional.of(workspace))),
                    PairingPolicy.standard(),
                    Absence.DENY,
                    new RunOptions.Company(false, false, false),
                    false)));
            app.attachEcho();
            return app;
        }

        private void attachEcho() throws Exception {
            Provider echo = Provider.named("echo")
                    .tool(TOOL, "Answers with what it was given", Schema.object(), call -> call.args())
                    .build();
            var session = process.sessions().foreground().orElseThrow().gateway();
            LocalProviderTransport.attach(process.gateway(), session.info().id(), echo)
                    .whenBound()
                    .toCompletableFuture()
                    .get();
        }

        HttpRequest request(String path, String body) throws IOException {
            String token = Files.readString(process.home().ownerToken()).strip();
            return HttpRequest.newBuilder(URI.create(process.record().controlUrl() + path))
                    .header("Authorization", "Bearer " + token)
                    .POST(BodyPublishers.ofString(body))
                    .build();
        }

        @Override
        public void close() {
            process.stop();
        }
    }

    /** The three take turns, and each begins a round as often as the others. */
    private void report(App never, App switched) throws Exception {
        double[] absent = new double[rounds];
        double[] off = new double[rounds];
        double[] on = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            double[] rates = new double[3];
            for (int turn = 0; turn < rates.length; turn++) {
                int which = Math.floorMod(round + turn, rates.length);
                rates[which] = which == 0 ? callsPerSecond(never) : callsPerSecond(switched, which == 2);
            }
            if (round >= 0) {
                absent[round] = rates[0];
                off[round] = rates[1];
                on[round] = rates[2];
            }
        }
        line("never recorded", absent, "");
        line("off", off, verdict(off, absent, LEAST_OFF, "those where nothing was ever recorded"));
        line("on", on, verdict(on, off, LEAST_ON, "those while it is off"));
    }

    private static void line(String what, double[] rates, String verdict) {
        System.out.printf("%-15s %8.0f calls a second%s%n", what, middle(rates), verdict);
    }

    private static String verdict(double[] rates, double[] others, double least, String whose) {
        double ratio = middle(IntStream.range(0, rates.length)
                .mapToDouble(round -> rates[round] / others[round])
                .toArray());
        return String.format("  %.3f of %s, at least %.2f: %s", ratio, whose, least, ratio >= least ? "met" : "missed");
    }

    private double callsPerSecond(App app, boolean recorded) throws Exception {
        HttpResponse<String> switched =
                http.send(app.request("api/recording", "{\"on\":" + recorded + "}"), BodyHandlers.ofString());
        if (switched.statusCode() >= 300) {
            throw new IOException(switched.body());
        }
        return callsPerSecond(app);
    }

    private double callsPerSecond(App app) throws Exception {
        String args =
                JsonValue.of(Map.of("args", Map.of("text", "x".repeat(bytes)))).json();
        HttpRequest call = app.request("api/sessions/main/tools/" + TOOL + "/call", args);
        Semaphore places = new Semaphore(AT_ONCE);
        AtomicLong answered = new AtomicLong();
        long began = System.nanoTime();
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(seconds)) {
            places.acquire();
            var unused = http.sendAsync(call, BodyHandlers.ofString()).whenComplete((answer, failure) -> {
                places.release();
                if (failure == null && answer.statusCode() == 200) {
                    answered.incrementAndGet();
                }
            });
        }
        places.acquire(AT_ONCE);
        return answered.get() * 1e9 / (System.nanoTime() - began);
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
