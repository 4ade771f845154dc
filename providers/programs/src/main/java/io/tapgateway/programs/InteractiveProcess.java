package io.tapgateway.programs;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program with its standard streams in the hands of whoever has started it, in a session and process group of its
 * own, beside a {@link ProgramGuard} that ends it when the gateway is gone, even if it was killed (M-064). Thread-safe.
 */
public final class InteractiveProcess implements InteractiveProgram {
    private static final Logger LOG = LoggerFactory.getLogger(InteractiveProcess.class);

    private final Process program;
    private final Process guard;

    /** What descends from the program as it is stopped, for systems where the guard does not find it. */
    private volatile List<ProcessHandle> strays = List.of();

    private InteractiveProcess(Process program, Process guard) {
        this.program = program;
        this.guard = guard;
    }

    /**
     * Starts a program.
     *
     * @param name for the thread that reads what it prints on standard error
     * @param environment all that it finds there
     * @throws IOException if there is no such directory, or no shell; {@code errors} is closed then
     */
    public static InteractiveProcess start(
            String name, Command command, Map<String, String> environment, ProgramOutput errors) throws IOException {
        String mark = ProgramMark.fresh();
        Process guard;
        try {
            guard = ProgramGuard.ofThisSystem().beside(mark).start();
        } catch (IOException e) {
            errors.close();
            throw e;
        }
        try {
            Process program = launched(command, environment, mark);
            // The guard knows it before it does anything, so that nobody can kill the gateway in between (Z-017).
            say(guard.getOutputStream(), program.pid() + "\n");
            say(program.getOutputStream(), ProgramGuard.ofThisSystem().release());
            GuardedProcess.pump(name, program.getErrorStream(), errors);
            return new InteractiveProcess(program, guard);
        } catch (IOException e) {
            close(guard.getOutputStream());
            errors.close();
            throw e;
        }
    }

    private static void say(OutputStream to, String text) throws IOException {
        to.write(text.getBytes(StandardCharsets.US_ASCII));
        to.flush();
    }

    private static Process launched(Command command, Map<String, String> environment, String mark) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ProgramGuard.ofThisSystem().apart(command.line()))
                .directory(command.directory().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(ProgramMark.VARIABLE, mark);
        return builder.start();
    }

    @Override
    public OutputStream input() {
        return program.getOutputStream();
    }

    @Override
    public InputStream output() {
        return program.getInputStream();
    }

    @Override
    public long pid() {
        return program.pid();
    }

    @Override
    public void onEnd(IntConsumer listener) {
        var unused = program.onExit().thenAccept(ended -> {
            close(guard.getOutputStream());
            strays.forEach(ProcessHandle::destroyForcibly);
            listener.accept(ended.exitValue());
        });
    }

    @Override
    public void stopsSoon() {
        strays = program.descendants().toList();
        try {
            say(guard.getOutputStream(), ProgramGuard.STOP);
        } catch (IOException e) {
            LOG.debug("The guard has gone already");
        }
        close(guard.getOutputStream());
    }

    @Override
    public void stop() {
        stopsSoon();
        // Whoever is writing to a program that does not read has the stream until that has ended.
        DaemonThreads.named("program-end-" + program.pid())
                .newThread(() -> close(program.getOutputStream()))
                .start();
    }

    private static void close(OutputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            LOG.debug("Nobody reads at the other end any more");
        }
    }
}
