package io.tapgateway.runtime.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A bounded number of threads that keep no process alive, gone when idle (D-230). Thread-safe. */
public final class IdlePool implements Executor, AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;
    private final Runnable end;

    private IdlePool(String name, int threads, RejectedExecutionHandler afterClose, boolean abandons) {
        pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named(name),
                afterClose);
        pool.allowCoreThreadTimeOut(true);
        end = abandons ? pool::shutdownNow : pool::shutdown;
    }

    /**
     * Threads for user code. After {@link #close} whoever still asks does the work, so that no outcome is lost.
     *
     * @param name begins the names of the threads
     */
    public static IdlePool ofCallbacks(String name, int threads) {
        return new IdlePool(name, threads, (task, closed) -> task.run(), false);
    }

    /**
     * Threads for work that nobody waits for after {@link #close}: it is dropped then, or left to itself.
     *
     * @param name begins the names of the threads
     */
    public static IdlePool ofErrands(String name, int threads) {
        return new IdlePool(name, threads, new ThreadPoolExecutor.DiscardPolicy(), true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public void close() {
        end.run();
    }
}
