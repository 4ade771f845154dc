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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls a second with and without a recording: the command line. */
@Command(
        name = "recording",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls over the control port of the app while what is said in them is recorded, and while it is not, in turn.",
        })
final class RecordingLoad implements Callable<Integer> {
    private static final int AT_ONCE = 8;
    private static final String TOOL = "echo";

    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 9;

    @Option(names = "--seconds", description = "for each of both in a round (default: ${DEFAULT-VALUE})")
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
        GatewayProcess app = GatewayProcess.start(new RunOptions(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                new RunOptions.Ports(0, 0),
                List.of(NewSession.of("main", "Load", Optional.of(directory))),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(false, false, false),
                false));
        try {
            Provider echo = Provider.named("echo")
                    .tool(TOOL, "Answers with what it was given", Schema.object(), call -> call.args())
                    .build();
            LocalProviderTransport.attach(
                            app.gateway(),
                            app.sessions()
                                    .foreground()
                                    .orElseThrow()
                                    .gateway()
                                    .info()
                                    .id(),
                            echo)
                    .whenBound()
                    .toCompletableFuture()
                    .get();
            report(app);
            return 0;
        } finally {
            app.stop();
            try (var all = Files.walk(directory)) {
                all.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private void report(GatewayProcess app) throws Exception {
        String body =
                JsonValue.of(Map.of("args", Map.of("text", "x".repeat(bytes)))).json();
        HttpRequest call = request(app, "api/sessions/main/tools/" + TOOL + "/call", body);
        double[] off = new double[rounds];
        double[] on = new double[rounds];
        double[] ratios = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            double without = callsPerSecond(app, false, call);
            double with = callsPerSecond(app, true, call);
            if (round >= 0) {
                off[round] = without;
                on[round] = with;
                ratios[round] = with / without;
            }
        }
        System.out.printf("off  %8.0f calls a second%non   %8.0f calls a second%n", middle(off), middle(on));
        System.out.printf("recorded, it is %.3f of the calls%n", middle(ratios));
    }

    private double callsPerSecond(GatewayProcess app, boolean recorded, HttpRequest call) throws Exception {
        HttpResponse<String> switched =
                http.send(request(app, "api/recording", "{\"on\":" + recorded + "}"), BodyHandlers.ofString());
        if (switched.statusCode() >= 300) {
            throw new IOException(switched.body());
        }
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

    private static HttpRequest request(GatewayProcess app, String path, String body) throws IOException {
        String token = Files.readString(app.home().ownerToken()).strip();
        return HttpRequest.newBuilder(URI.create(app.record().controlUrl() + path))
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
