package io.tapgateway.benchmarks.load;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A process under load. It first says where it listens, as {@code listening URL} or, if it is a gateway, {@code
 * listening URL TOKEN GATETOKEN}, where the second token is that of a provider named {@code gate} that may hold gates.
 * Then it answers lines: {@code cpu} with the nanoseconds of processor time it has used, and a gateway also {@code call
 * 50x16x150 SECONDS}: it makes that many calls of {@code {"text":"xxx…"}}, of the tools {@code echo_0} and up of the
 * session {@code load}, and answers with {@code calls-per-second p50 p99 p99.9 cpu-per-call}, times in nanoseconds.
 *
 * <p>So another gateway takes part by a small program around it. Confined to one thread.
 */
public final class Target implements AutoCloseable {
    /** The Java options of whoever is under load. */
    public static final List<String> OPTIONS = List.of("-Xmx1g", "-XX:+UseParallelGC");

    private static final String LISTENING = "listening ";

    private final String name;
    private final Process process;
    private final BufferedReader lines;
    private final URI url;
    private final Optional<String> token;
    private final Optional<String> gateToken;

    private Target(String name, Process process, BufferedReader lines, String listening) {
        String[] words = listening.split(" ", -1);
        this.name = name;
        this.process = process;
        this.lines = lines;
        this.url = URI.create(words[1]);
        this.token = words.length > 2 ? Optional.of(words[2]) : Optional.empty();
        this.gateToken = words.length > 3 ? Optional.of(words[3]) : Optional.empty();
    }

    /** Starts a program and waits until it listens. */
    public static Target start(String name, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String first = lines.readLine();
        while (first != null && !first.startsWith(LISTENING)) {
            System.err.println(first);
            first = lines.readLine();
        }
        if (first == null) {
            process.destroy();
            throw new IOException(name + " has ended without saying where it listens");
        }
        return new Target(name, process, lines, first);
    }

    /** Starts a class of this program, on a Java of those options. */
    public static Target start(String name, Class<?> main, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(name, command);
    }

    /** Starts a gateway, on a Java of those options. */
    public static Target gateway(List<String> options) throws IOException {
        return start("gateway", LoadedGateway.class, options);
    }

    /** The command that starts a Java like this one. */
    public static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    public String name() {
        return name;
    }

    public URI url() {
        return url;
    }

    /** What its providers authenticate with, or its agents. */
    public String token() {
        return token.orElseThrow(() -> new IllegalStateException(name + " is no gateway"));
    }

    /** Runs a scenario against it. */
    Measurement run(Scenario scenario, long seconds) throws IOException {
        return switch (scenario.kind()) {
            case PUSHES -> pushes(scenario, seconds);
            case GATED -> relay(scenario, seconds);
            case CALLS -> token.isPresent() ? relay(scenario, seconds) : echo(scenario, seconds);
        };
    }

    private Measurement echo(Scenario scenario, long seconds) throws IOException {
        try (AskingPeers peers = new AskingPeers(url, scenario)) {
            return measured(() -> peers.ask(seconds));
        }
    }

    private Measurement pushes(Scenario scenario, long seconds) throws IOException {
        try (PushingPeers peers = new PushingPeers(url, scenario, token)) {
            return measured(() -> peers.push(seconds));
        }
    }

    private interface Load {
        Histogram run() throws IOException;
    }

    private Measurement measured(Load load) throws IOException {
        long cpu = cpu();
        long begin = System.nanoTime();
        Histogram latencies = load.run();
        long elapsed = System.nanoTime() - begin;
        return Measurement.of(latencies, elapsed, cpu() - cpu);
    }

    /** The nanoseconds of processor time that it has used. */
    public long cpu() throws IOException {
        return Long.parseLong(ask("cpu"));
    }

    /** The bytes of heap that a gateway uses once everything is collected; its peak counts from here. */
    public long heap() throws IOException {
        return Long.parseLong(ask("heap"));
    }

    /** The most bytes of heap in use since {@link #heap} was asked. */
    public long peak() throws IOException {
        return Long.parseLong(ask("peak"));
    }

    private Measurement relay(Scenario scenario, long seconds) throws IOException {
        try (AnsweringPeers peers = new AnsweringPeers(this)) {
            peers.bind(scenario.connections());
            if (scenario.kind() == Scenario.Kind.GATED) {
                peers.addGate(
                        gateToken.orElseThrow(() -> new IOException(name + " says no token of a provider with gates")));
            }
            return call(scenario, seconds, peers);
        }
    }

    /** Has it make its calls, of providers that are bound already. */
    public Measurement call(Scenario scenario, long seconds, AnsweringPeers peers) throws IOException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        DaemonThreads.named("asks " + name)
                .newThread(() -> {
                    try {
                        answer.complete(ask("call " + scenario.as(Scenario.Kind.CALLS) + " " + seconds));
                    } catch (IOException e) {
                        answer.completeExceptionally(e);
                    }
                })
                .start();
        peers.answerUntil(answer::isDone);
        String line = answer.join();
        if (line.startsWith("failed")) {
            throw new IOException(name + " " + line);
        }
        return Measurement.parse(line);
    }

    /** Asks a question of one line. */
    public String ask(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
        String answer = lines.readLine();
        if (answer == null) {
            throw new IOException(name + " has ended instead of answering " + line);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).close();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
