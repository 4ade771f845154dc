package io.tapgateway.provider.connection;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads for the handlers of one provider whose author brings none. A thread is made only when all others are
 * busy, ends after a few idle seconds and keeps no process alive. Thread-safe.
 */
public final class HandlerPool implements Executor, AutoCloseable {
    /** How many handlers run at once; more wait. */
    public static final int MAX_THREADS = 64;

    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;

    /** @param name what the threads are called, before a number */
    public HandlerPool(String name) {
        AtomicInteger made = new AtomicInteger();
        Waiting waiting = new Waiting();
        threads = new ThreadPoolExecutor(
                0,
                MAX_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                waiting,
                task -> {
                    Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                waiting::takeUnlessShutDown);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Takes no more work; what runs or waits is finished. */
    @Override
    public void close() {
        threads.shutdown();
    }

    /**
     * The pool's queue. A pool adds a thread only where its queue refuses a task, so this one refuses all that no idle
     * thread takes at once, and gets them back when there are enough threads.
     */
    private static final class Waiting extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        void takeUnlessShutDown(Runnable task, ThreadPoolExecutor pool) {
            if (pool.isShutdown()) {
                throw new RejectedExecutionException("the provider has ended");
            }
            put(task);
        }
    }
}
