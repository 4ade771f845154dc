package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A process that a test has started; what it prints goes to a file. Closing kills it. Confined to the test. */
public final class RunningProgram implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path output;
    private final Path complaints;

    private RunningProgram(Process process, Path output, Path complaints) {
        this.process = process;
        this.output = output;
        this.complaints = complaints;
    }

    /**
     * Starts a program with nothing of this process's environment but the search path.
     *
     * @param directory for its output; its home as well
     */
    public static RunningProgram start(Path directory, Map<String, String> environment, List<String> command) {
        RunningProgram program = startTalking(directory, environment, command);
        program.hangUp();
        return program;
    }

    /** The same, with somebody who {@linkplain #type types}. */
    public static RunningProgram startTalking(Path directory, Map<String, String> environment, List<String> command) {
        try {
            Files.createDirectories(directory);
            Path output = Files.createTempFile(directory, "program-", ".out");
            Path complaints = Files.createTempFile(directory, "program-", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(complaints.toFile());
            builder.environment().keySet().retainAll(Set.of("PATH"));
            builder.environment().put("HOME", directory.toString());
            builder.environment().putAll(environment);
            return new RunningProgram(builder.start(), output, complaints);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives it a line on its standard input. */
    public void type(String line) {
        press(line + '\n');
    }

    /** Gives it that on its standard input. */
    void press(String keys) {
        try {
            process.outputWriter().append(keys).flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing more is typed. */
    void hangUp() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything printed so far, on both streams. */
    public String printed() {
        return read(output) + read(complaints);
    }

    /** Everything printed so far on standard error. */
    String complaints() {
        return read(complaints);
    }

    public void awaitPrinted(String text) {
        await("that a program prints '" + text + "'")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(printed()).contains(text));
    }

    /** Asks it to end, as Ctrl-C or a service would. */
    RunningProgram terminate() {
        process.destroy();
        return this;
    }

    /** What Ctrl-C in its terminal does. */
    void interrupt() {
        Signals.send("INT", process);
    }

    /** Leaves it alive and connected, but unable to do anything. */
    public void suspend() {
        Signals.send("STOP", process);
    }

    /** Lets it go on after {@link #suspend}. */
    public void resume() {
        Signals.send("CONT", process);
    }

    /** Ends it, and what it has started, without giving it a chance to say anything. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        awaitExit(PATIENCE);
    }

    /** Ends it alone in the same way. Returns what it had started, which may still be there. */
    List<ProcessHandle> killAlone() {
        List<ProcessHandle> left = process.descendants().toList();
        process.destroyForcibly();
        awaitExit(PATIENCE);
        return left;
    }

    public int awaitExit(Duration atMost) {
        try {
            assertThat(process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS))
                    .as("the program ends within %s; it printed:%n%s", atMost, printed())
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("awaitExit: interrupted", e);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        kill();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
