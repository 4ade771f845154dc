package io.tapgateway.runtime.loop;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedder's executor, and what becomes of tasks that it rejects: the thread that has just left the loop runs them,
 * because an outcome that is lost would leave its caller waiting for ever. Thread-safe.
 */
final class CallerRuns implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(CallerRuns.class);

    private final Executor executor;
    private final AtomicBoolean warned = new AtomicBoolean();

    CallerRuns(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn("the gateway's executor rejects tasks; from now on the gateway's own threads run those", e);
            }
            task.run();
        }
    }
}
