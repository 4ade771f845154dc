package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, told apart from a later one that got the same number by when it began. Immutable.
 *
 * @param started as far as the system tells
 */
public record RunningProcess(long pid, Optional<Instant> started) {
    /** Systems derive the moment from the time since boot, which is only known to the second. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** This process. */
    public static RunningProcess current() {
        ProcessHandle self = ProcessHandle.current();
        return new RunningProcess(self.pid(), self.info().startInstant());
    }

    /** Whether it still runs. One that has died but has not been buried does not, as far as the system tells. */
    public boolean isAlive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> mayHaveStarted(process.info().startInstant()))
                .filter(process -> !isUnburied())
                .isPresent();
    }

    /** Who was killed stays in the table until its parent looks, for Java as if it were alive. Only Linux tells. */
    private boolean isUnburied() {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            // Another system, or it has been buried in between.
            return false;
        }
    }

    boolean isThisOne() {
        return pid == ProcessHandle.current().pid();
    }

    private boolean mayHaveStarted(Optional<Instant> observed) {
        return started.isEmpty()
                || observed.isEmpty()
                || Duration.between(started.get(), observed.get()).abs().compareTo(TOLERANCE) <= 0;
    }
}
