package io.tapgateway.programs;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program under its {@link ProgramGuard}. Its end is known from the system at once, not from its connection or its
 * output (D-228). Thread-safe.
 */
public final class GuardedProcess implements StartedProgram {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedProcess.class);
    private static final int BUFFER = 8 << 10;
    /** Longer than a guard gives its program. */
    private static final long PATIENCE_SECONDS = 8;

    private final Process guard;

    /** What descends from the program as it is stopped: those that have left its group do not hear of it. */
    private volatile List<ProcessHandle> strays = List.of();

    private GuardedProcess(Process guard) {
        this.guard = guard;
    }

    /**
     * Starts a program that reads nothing.
     *
     * @param name for the thread that reads what it prints
     * @param environment all that it finds there
     * @param output takes what it prints, errors included
     * @throws IOException if there is no such directory, or no shell; {@code output} is closed then
     */
    public static GuardedProcess start(
            String name, Command command, Map<String, String> environment, ProgramOutput output) throws IOException {
        Process guard = guard(command, environment, Optional.empty(), output);
        pump(name, guard.getInputStream(), output);
        return new GuardedProcess(guard);
    }

    /**
     * Starts a program that reads one line, whenever it wants to, and nothing more.
     *
     * @param name for the threads that read what it prints
     * @param environment all that it finds there
     * @param line without a line break
     * @param output takes what it prints
     * @param errors takes what it prints on standard error
     * @throws IOException if there is no such directory, or no shell; {@code output} and {@code errors} are closed then
     */
    public static GuardedProcess start(
            String name,
            Command command,
            Map<String, String> environment,
            String line,
            ProgramOutput output,
            ProgramOutput errors)
            throws IOException {
        Process guard = guard(command, environment, Optional.of(line), output, errors);
        pump(name, guard.getInputStream(), output);
        pump(name + "-errors", guard.getErrorStream(), errors);
        return new GuardedProcess(guard);
    }

    /** @param outputs one for everything, or one for errors as well */
    private static Process guard(
            Command command, Map<String, String> environment, Optional<String> line, ProgramOutput... outputs)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        ProgramGuard.ofThisSystem().over(command.line(), ProgramMark.fresh(), line.isPresent()))
                .directory(command.directory().toFile())
                .redirectErrorStream(outputs.length == 1);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process guard = builder.start();
            if (line.isPresent()) {
                say(line.get(), guard);
            }
            return guard;
        } catch (IOException e) {
            for (ProgramOutput output : outputs) {
                output.close();
            }
            throw e;
        }
    }

    /** What a guard does not take because it has ended, nobody misses. */
    private static void say(String line, Process guard) {
        OutputStream input = guard.getOutputStream();
        try {
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            LOG.debug("The guard with pid {} has gone already", guard.pid());
        }
    }

    /** Has a thread read what a program prints. */
    static void pump(String name, InputStream printed, ProgramOutput output) {
        DaemonThreads.named("program-" + name)
                .newThread(() -> pump(printed, output))
                .start();
    }

    @Override
    public long pid() {
        return guard.pid();
    }

    @Override
    public void onEnd(IntConsumer listener) {
        var unused = guard.onExit().thenAccept(ended -> {
            closeInput();
            // Before anybody hears of the end: whoever waits for it may be about to end this process.
            strays.forEach(ProcessHandle::destroyForcibly);
            listener.accept(ended.exitValue());
        });
    }

    @Override
    public void stop() {
        strays = guard.descendants().toList();
        closeInput();
        var unused = guard.onExit()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .whenComplete((ended, late) -> guard.destroyForcibly());
    }

    private void closeInput() {
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            LOG.debug("The guard with pid {} has gone already", guard.pid());
        }
    }

    private static void pump(InputStream printed, ProgramOutput output) {
        byte[] buffer = new byte[BUFFER];
        try (printed;
                output) {
            for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                output.write(buffer, read);
            }
        } catch (IOException e) {
            LOG.debug("A program's output ends in the middle", e);
        }
    }
}
