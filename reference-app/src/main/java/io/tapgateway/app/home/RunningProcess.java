package io.tapgateway.app.home;

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

    /** Whether it still runs; a process that has died but not been buried may count as alive. */
    public boolean isAlive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> mayHaveStarted(process.info().startInstant()))
                .isPresent();
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
