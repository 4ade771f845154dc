package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program under its {@link Guard}; what it prints goes to a log of its own. Its end is known from the system at once, not
 * from its connection (D-228). Thread-safe.
 */
final class GuardedProcess implements StartedProgram {
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

    static GuardedProcess start(ProgramSpec program, Map<String, String> environment, ProgramLog log) throws Problem {
        ProcessBuilder builder = new ProcessBuilder(Guard.over(program.command()))
                .directory(program.directory().toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process guard = builder.start();
            Thread pump = new Thread(() -> pump(guard.getInputStream(), log), "program-" + program.name());
            pump.setDaemon(true);
            pump.start();
            return new GuardedProcess(guard);
        } catch (IOException e) {
            log.close();
            throw new Problem("'" + program.name() + "' cannot be started; is " + program.directory()
                    + " a directory, and is there a shell?");
        }
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

    private static void pump(InputStream printed, ProgramLog log) {
        byte[] buffer = new byte[BUFFER];
        try (printed;
                log) {
            for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                log.write(buffer, read);
            }
        } catch (IOException e) {
            LOG.debug("A program's output ends in the middle", e);
        }
    }
}
