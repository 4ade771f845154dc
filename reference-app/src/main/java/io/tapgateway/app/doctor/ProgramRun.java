package io.tapgateway.app.doctor;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Programs that are asked something once. Whoever does not answer in time is ended, with all that it has started. The
 * thread that asks waits. Immutable.
 *
 * @param directory where they are run
 */
record ProgramRun(Path directory, Duration patience) {
    /** Longer than the slowest agent takes to say its version. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What is read of an answer. */
    static final int MAX_BYTES = 1 << 20;

    static ProgramRun in(Path directory) {
        return new ProgramRun(directory, PATIENCE);
    }

    /** What a program has answered, and with which code it has ended. Immutable. */
    record Ended(int code, String out, Duration took) {}

    /** Has the system's shell run a line, and gives that the whole input; see {@link #ask(List, String)}. */
    Optional<Ended> askLine(String line, String input) {
        boolean isWindows = File.separatorChar == '\\';
        return ask(isWindows ? List.of("cmd", "/c", line) : List.of("sh", "-c", line), input);
    }

    /** Gives a program the whole input. Nothing, if it cannot be run, or is not done in time. */
    Optional<Ended> ask(List<String> command, String input) {
        long begun = System.nanoTime();
        return started(command).flatMap(process -> {
            give(process, input, true);
            String out = read(process, line -> false);
            int code = code(process);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            return took.compareTo(patience) < 0 ? Optional.of(new Ended(code, out, took)) : Optional.empty();
        });
    }

    /** Gives a program an input that does not end, and returns the line by which it answers, if it does. */
    Optional<String> ask(List<String> command, String input, Predicate<String> isAnswer) {
        return started(command).flatMap(process -> {
            give(process, input, false);
            String out = read(process, isAnswer);
            end(process);
            return out.lines().filter(isAnswer).findFirst();
        });
    }

    private Optional<Process> started(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var unused = DaemonThreads.start("doctor-patience", () -> code(process));
            return Optional.of(process);
        } catch (IOException e) {
            // It is no program.
            return Optional.empty();
        }
    }

    private static void give(Process process, String input, boolean isAll) {
        OutputStream in = process.getOutputStream();
        try {
            in.write(input.getBytes(StandardCharsets.UTF_8));
            in.flush();
            if (isAll) {
                in.close();
            }
        } catch (IOException e) {
            // It has ended without reading it, and says by its code why.
        }
    }

    private static String read(Process process, Predicate<String> isLast) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream out = process.getInputStream()) {
            for (int next = out.read(); next >= 0 && all.size() < MAX_BYTES; next = out.read()) {
                all.write(next);
                if (next != '\n') {
                    line.write(next);
                } else if (isLast.test(line.toString(StandardCharsets.UTF_8))) {
                    break;
                } else {
                    line.reset();
                }
            }
        } catch (IOException e) {
            // It was ended while it was printing.
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    /** With which it has ended, or was ended because it was too slow. */
    private int code(Process process) {
        try {
            if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            end(process);
            return process.waitFor();
        } catch (InterruptedException e) {
            end(process);
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
