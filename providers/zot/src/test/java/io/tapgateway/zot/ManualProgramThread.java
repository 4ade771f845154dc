package io.tapgateway.zot;

import io.tapgateway.programs.ProgramThread;
import io.tapgateway.testkit.ManualClock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** One thread of the system with a time that only the test lets pass. Thread-safe. */
final class ManualProgramThread implements ProgramThread, AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final ManualClock clock = ManualClock.startingAt(Long.MAX_VALUE - 1_000);

    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            // The test is over, and a stream is read to its end.
            assert thread.isShutdown();
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        var unused = clock.wakeAt(clock.nanos() + delay.toNanos(), task);
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    /** For a gateway that lives in the same time. */
    ManualClock clock() {
        return clock;
    }

    /** Lets time pass, and what is due in it happen at its time. */
    void pass(Duration time) {
        run(() -> clock.advance(time));
        settle();
    }

    /** Waits until everything is done that was handed over before. */
    void settle() {
        run(() -> {});
    }

    private void run(Runnable task) {
        try {
            thread.submit(task).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
