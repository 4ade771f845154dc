package io.tapgateway.provider.connection;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs tasks at once, until it is told to hold them back or to take none. */
final class HoldingExecutor implements Executor {
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean holding;
    private boolean full;

    @Override
    public void execute(Runnable task) {
        if (full) {
            throw new RejectedExecutionException("full");
        } else if (holding) {
            held.add(task);
        } else {
            task.run();
        }
    }

    void hold() {
        holding = true;
    }

    void takeNothingMore() {
        full = true;
    }

    /** Runs what was held back, and what comes of it. */
    void runAll() {
        for (Runnable task = held.poll(); task != null; task = held.poll()) {
            task.run();
        }
    }
}
