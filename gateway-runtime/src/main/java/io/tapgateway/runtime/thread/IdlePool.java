package io.tapgateway.runtime.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A bounded number of threads that keep no process alive: made only when all others are busy, so that few stay at work,
 * and gone when idle (D-230). Thread-safe.
 */
public final class IdlePool implements Executor, AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;
    private final Runnable end;

    private IdlePool(String name, int threads, RejectedExecutionHandler afterClose, boolean abandons) {
        Waiting waiting = new Waiting(afterClose);
        pool = new ThreadPoolExecutor(
                0,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                waiting,
                DaemonThreads.named(name),
                waiting::takeUnlessClosed);
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

    /** How many threads there are now. */
    int size() {
        return pool.getPoolSize();
    }

    /**
     * The pool's queue. A pool adds a thread only where its queue refuses a task, so this one refuses all that no idle
     * thread takes at once, and gets them back when there are enough threads.
     */
    private static final class Waiting extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        private final transient RejectedExecutionHandler afterClose;

        private Waiting(RejectedExecutionHandler afterClose) {
            this.afterClose = afterClose;
        }

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        /**
         * Looks again after it has put the task down: the last thread may have gone in between, or the pool be closed.
         */
        private void takeUnlessClosed(Runnable task, ThreadPoolExecutor pool) {
            put(task);
            if (pool.isShutdown()) {
                if (remove(task)) {
                    afterClose.rejectedExecution(task, pool);
                }
            } else if (pool.getPoolSize() == 0 && remove(task)) {
                pool.execute(task);
            }
        }
    }
}
