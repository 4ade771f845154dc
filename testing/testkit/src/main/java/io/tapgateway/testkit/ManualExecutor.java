package io.tapgateway.testkit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** Keeps what it is given until a test runs it, in the order in which it came. Thread-safe. */
public final class ManualExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Nothing waits yet. */
    public ManualExecutor() {}

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** How many tasks wait. */
    public int pending() {
        return tasks.size();
    }

    /**
     * Runs the oldest task on this thread.
     *
     * @return whether there was one
     */
    public boolean runNext() {
        Runnable task = tasks.poll();
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /**
     * Runs all tasks on this thread, including those they add.
     *
     * @return how many ran
     */
    public int runAll() {
        int ran = 0;
        while (runNext()) {
            ran++;
        }
        return ran;
    }
}
