package io.tapgateway.app.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Interpreter;
import io.tapgateway.app.PackagedApp;
import io.tapgateway.app.RunningProgram;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A gateway and its providers, each a process of its own: some that simply do what they are asked, and three that can
 * become a nuisance. Thread-safe but for what changes how they behave.
 */
final class Neighbourhood implements AutoCloseable {
    static final String STOPPED = "stopped";
    static final String DAWDLING = "dawdling";
    static final String FLOODING = "flooding";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final PackagedApp app;
    private final Path directory;
    private final List<RunningProgram> good = new ArrayList<>();
    private final List<RunningProgram> bad = new ArrayList<>();

    private Neighbourhood(PackagedApp app, Path directory) {
        this.app = app;
        this.directory = directory;
    }

    /** With the good ones {@code p0}, {@code p1}, … */
    static Neighbourhood open(Path directory, int goodOnes) throws Exception {
        Neighbourhood opened = new Neighbourhood(PackagedApp.startAsUsersDo(directory.resolve("app")), directory);
        boolean complete = false;
        try {
            for (int i = 0; i < goodOnes; i++) {
                opened.good.add(opened.start("p" + i));
            }
            for (String name : List.of(STOPPED, FLOODING, DAWDLING)) {
                opened.bad.add(opened.start(name, name));
            }
            await("that all are there")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(opened.app.tools()).hasSize(goodOnes + 3));
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                opened.close();
            }
        }
    }

    private RunningProgram start(String name, String... how) {
        List<String> command = new ArrayList<>(
                Interpreter.NODE.command(Path.of("src/test/node/neighbour.mjs").toAbsolutePath()));
        command.add(name);
        command.addAll(List.of(how));
        Map<String, String> environment =
                Map.of("TAP_GATEWAY_URL", app.url().toString(), "TAP_PROVIDER_TOKEN", app.spawnToken(name));
        return RunningProgram.startTalking(directory.resolve(name), environment, command);
    }

    /** Calls the one tool of a provider, which echoes. */
    CompletableFuture<JsonValue> call(String provider, Map<String, ?> args) {
        return app.call("echo_" + provider, args);
    }

    /** The same of one that may not be there; with the code of the failure, or {@code OK}. */
    CompletableFuture<String> codeOfCall(String provider, Map<String, ?> args) {
        return app.codeOfCall("echo_" + provider, args);
    }

    /** How many calls a provider has or is to get. */
    int load(String provider) {
        return app.load(provider);
    }

    /** One stops, one floods, and one reads a little at a time. */
    void misbehave() {
        bad.get(0).suspend();
        bad.get(1).type("begin");
        bad.get(2).type("begin");
    }

    /** All is well again; waits until they say so. */
    void behave(int round) {
        bad.get(0).resume();
        bad.get(1).type("end " + round);
        bad.get(2).type("end " + round);
        bad.get(1).awaitPrinted("end " + round + " ");
        bad.get(2).awaitPrinted("end " + round + " ");
    }

    /** What the two who can say it have been told by the gateway, with how often. */
    String news() {
        return FLOODING + " " + lastLine(bad.get(1)) + ", " + DAWDLING + " " + lastLine(bad.get(2));
    }

    private static String lastLine(RunningProgram program) {
        List<String> lines = program.printed().lines().toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /** What the gateway holds, in bytes, once everything is collected that can be. */
    long heap() throws Exception {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process histogram = new ProcessBuilder(tool.toString(), String.valueOf(app.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String printed = new String(histogram.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(histogram.waitFor()).as(printed).isZero();
        String total = printed.lines()
                .filter(line -> line.startsWith("Total "))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(total.split(" +", -1)[2]);
    }

    @Override
    public void close() {
        good.forEach(RunningProgram::close);
        bad.forEach(RunningProgram::close);
        app.close();
    }
}
