package io.tapgateway.app.cli.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.cli.command.Foreground;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The terminal of a prompt, which outlives its commands: Ctrl-C ends the one that runs, and never more. Thread-safe;
 * its methods for commands are called by the thread that runs them.
 */
final class PromptForeground implements Foreground {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Optional<Thread> running = Optional.empty();

    @GuardedBy("lock")
    private Optional<Runnable> wish = Optional.empty();

    private volatile String shown = "";

    /** Runs a command on this thread. */
    void run(Runnable command) {
        lock.lock();
        try {
            running = Optional.of(Thread.currentThread());
        } finally {
            lock.unlock();
        }
        try {
            command.run();
        } finally {
            lock.lock();
            try {
                running = Optional.empty();
                wish = Optional.empty();
                shown = "";
                // It came too late for the command, and must not hit the next one.
                var unused = Thread.interrupted();
            } finally {
                lock.unlock();
            }
        }
    }

    /** What Ctrl-C does: what the command has asked for, or else, and the second time, it does not wait any longer. */
    void interrupt() {
        Optional<Runnable> action;
        lock.lock();
        try {
            action = wish;
            wish = Optional.empty();
            if (action.isEmpty()) {
                running.ifPresent(Thread::interrupt);
            }
        } finally {
            lock.unlock();
        }
        action.ifPresent(Runnable::run);
    }

    /** Whether the command that runs shows the timeline of that session. */
    boolean shows(String session) {
        return shown.equals(session);
    }

    @Override
    public void whenInterrupted(Runnable action) {
        lock.lock();
        try {
            wish = Optional.of(action);
        } finally {
            lock.unlock();
        }
    }

    /** The prompt shows the timeline as it grows. */
    @Override
    public boolean showsProgress() {
        return true;
    }

    @Override
    public void showsTimelineOf(String session) {
        shown = session;
    }
}
