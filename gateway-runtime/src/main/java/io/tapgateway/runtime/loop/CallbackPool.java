package io.tapgateway.runtime.loop;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The gateway's own threads for user code: a bounded number, gone when idle (D-230). Thread-safe. */
final class CallbackPool implements Executor, AutoCloseable {
    /** More than the sessions and providers that block at the same time in any sensible use. */
    private static final int THREADS = 64;

    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    CallbackPool() {
        pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("tap-gateway-callback"),
                // Only after close: whoever still asks does the work, so that no outcome is lost.
                (task, closed) -> task.run());
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
