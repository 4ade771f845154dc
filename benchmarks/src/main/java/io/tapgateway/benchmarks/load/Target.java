package io.tapgateway.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A process under load. It first says where it listens, as {@code listening URL} or, if it is a gateway, {@code listening URL
 * TOKEN}. Then it answers lines: {@code cpu} with the nanoseconds of processor time it has used, and a gateway also
 * {@code call 50x16x150 SECONDS}: it makes that many calls of {@code {"text":"xxx…"}}, of the tools {@code echo_0} and up of the
 * session {@code load}, and answers with {@code calls-per-second p50 p99 p99.9 cpu-per-call}, times in nanoseconds.
 *
 * <p>So another gateway takes part by a small program around it. Confined to one thread.
 */
final class Target implements AutoCloseable {
    private static final String LISTENING = "listening ";

    private final String name;
    private final Process process;
    private final BufferedReader lines;
    private final URI url;
    private final Optional<String> token;

    private Target(String name, Process process, BufferedReader lines, String listening) {
        String[] words = listening.split(" ", -1);
        this.name = name;
        this.process = process;
        this.lines = lines;
        this.url = URI.create(words[1]);
        this.token = words.length > 2 ? Optional.of(words[2]) : Optional.empty();
    }

    /** Starts a program and waits until it listens. */
    static Target start(String name, List<String> command) throws IOException {
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

    /** Starts a class of this program. */
    static Target start(String name, Class<?> main, List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(java(), "-Xmx1g", "-XX:+UseParallelGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(name, command);
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    String name() {
        return name;
    }

    URI url() {
        return url;
    }

    /** Runs a scenario against it. */
    Measurement run(Scenario scenario, long seconds) throws IOException {
        return token.isPresent() ? relay(scenario, seconds, token.get()) : echo(scenario, seconds);
    }

    private Measurement echo(Scenario scenario, long seconds) throws IOException {
        try (AskingPeers peers = new AskingPeers(url, scenario)) {
            long cpu = Long.parseLong(ask("cpu"));
            long begin = System.nanoTime();
            Histogram latencies = peers.ask(seconds);
            long elapsed = System.nanoTime() - begin;
            return Measurement.of(latencies, elapsed, Long.parseLong(ask("cpu")) - cpu);
        }
    }

    private Measurement relay(Scenario scenario, long seconds, String credential) throws IOException {
        try (AnsweringPeers peers = new AnsweringPeers(url, credential, scenario.connections())) {
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return ask("call " + scenario + " " + seconds);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            peers.answerUntil(answer::isDone);
            String line = answer.join();
            if (line.startsWith("failed")) {
                throw new IOException(name + " " + line);
            }
            return Measurement.parse(line);
        }
    }

    private String ask(String line) throws IOException {
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
