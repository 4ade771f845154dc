package io.tapgateway.mcp.provider;

import io.tapgateway.programs.ProgramThread;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One thread of the system with a time that only the test lets pass. Thread-safe. */
final class VirtualProgramThread implements ProgramThread, AutoCloseable {
    private record Due(long at, long number, Runnable task) {}

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);

    /** Confined to the thread, as the number. */
    private final PriorityQueue<Due> due = new PriorityQueue<>(
            Comparator.<Due>comparingLong(it -> it.at() - now.get()).thenComparing(Due::number));

    private long number;

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
        long at = now.get() + delay.toNanos();
        execute(() -> due.add(new Due(at, number++, task)));
    }

    @Override
    public long nanos() {
        return now.get();
    }

    /** How many tasks wait for their time. */
    int due() {
        AtomicInteger count = new AtomicInteger();
        run(() -> count.set(due.size()));
        return count.get();
    }

    /** Waits until everything is done that was handed over before. */
    void settle() {
        run(() -> {});
    }

    /** Lets time pass, and what is due in it happen at its time. */
    void pass(Duration time) {
        long end = now.get() + time.toNanos();
        run(() -> {
            while (!due.isEmpty() && due.peek().at() - end <= 0) {
                Due next = due.remove();
                now.set(next.at());
                next.task().run();
            }
            now.set(end);
        });
        settle();
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
