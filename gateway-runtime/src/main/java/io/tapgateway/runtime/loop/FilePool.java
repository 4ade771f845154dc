package io.tapgateway.runtime.loop;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The gateway's own threads for files: few, gone when idle; how much waits for them is limited by the core (D-152). Thread-safe. */
final class FilePool implements Executor, AutoCloseable {
    private static final int THREADS = 4;
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    FilePool() {
        pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("tap-gateway-files"),
                // Only after close, when nobody waits for files any more.
                new ThreadPoolExecutor.DiscardPolicy());
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    /** Leaves what is still being read to itself. */
    @Override
    public void close() {
        pool.shutdownNow();
    }
}
