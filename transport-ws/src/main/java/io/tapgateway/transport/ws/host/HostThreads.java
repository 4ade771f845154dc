package io.tapgateway.transport.ws.host;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads on which a host's own code runs when its gateway is in another process: a bounded number, gone when idle. Thread-safe. */
final class HostThreads implements Executor, AutoCloseable {
    private static final int THREADS = 16;
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    HostThreads() {
        pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "tap-host-callback");
                    thread.setDaemon(true);
                    return thread;
                },
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
