package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.Receipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The future that a host gets for a question, and its receipt in the core. The answer is noted inside the loop and the
 * future completed after it, on the executor, where dependent code runs. If a thread waits in {@link #join} or {@link
 * #get()} and nothing else depends on the future, it is handed the answer directly and completes the future itself, so
 * that no thread of the executor is needed. Thread-safe, but for what is noted inside the loop. Completing it from
 * outside affects only that host.
 *
 * @param <T> what it waits for
 */
class Promised<T> extends CompletableFuture<T> implements Receipt<T>, Departure, Runnable {
    /** The number of dependents when only the waiting thread is registered. */
    private static final int WAITING_THREAD_ONLY = 1;

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Promised, Wait> WAIT =
            AtomicReferenceFieldUpdater.newUpdater(Promised.class, Wait.class, "wait");

    private final Executor executor;
    private final Runnable beforeWaiting;
    private T answer;
    private Runnable delivered = () -> {};

    /**
     * The first thread that waits, until it leaves or is handed the answer; further threads wait for the future's
     * completion.
     */
    private volatile @Nullable Wait<T> wait;

    /** The answer for the waiting thread; set once, before that thread is woken. */
    private volatile @Nullable T handed;

    /**
     * @param executor completes the future, and so runs dependent code
     * @param beforeWaiting run by a thread before it waits for this future
     * @param ifLost the answer if none is ever noted
     */
    Promised(Executor executor, Runnable beforeWaiting, T ifLost) {
        this.executor = executor;
        this.beforeWaiting = beforeWaiting;
        this.answer = ifLost;
    }

    /** Notes the answer; inside the loop. */
    void conclude(T reached) {
        answer = reached;
    }

    @Override
    public void flush() {
        leaveBy(executor);
    }

    /** Has {@code carrier} complete it, unless a thread waits that takes the answer itself. */
    void leaveBy(Executor carrier) {
        if (!handOver()) {
            carrier.execute(this);
        }
    }

    /** Says what is to be done when dependent code has seen the answer; inside the loop. */
    void deliver(Runnable afterwards) {
        delivered = afterwards;
    }

    /** Completes with the answer. */
    @Override
    public void run() {
        complete(answer);
        delivered.run();
    }

    /**
     * Hands the answer to the waiting thread, if nothing else depends on the future.
     *
     * @return false if the future has to be completed on the executor
     */
    boolean handOver() {
        Wait<T> waits = wait;
        if (waits == null || getNumberOfDependents() != WAITING_THREAD_ONLY) {
            return false;
        }
        handed = answer;
        if (!WAIT.compareAndSet(this, waits, null)) {
            return false;
        }
        LockSupport.unpark(waits.thread);
        return true;
    }

    @Override
    public T join() {
        if (mustWait()) {
            awaitHandOver(false);
        }
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (mustWait()) {
            awaitHandOver(true);
        }
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!isDone()) {
            beforeWaiting.run();
        }
        return super.get(timeout, unit);
    }

    private boolean mustWait() {
        if (isDone()) {
            return false;
        }
        beforeWaiting.run();
        return !isDone();
    }

    private void awaitHandOver(boolean interruptibly) {
        Wait<T> waiting = new Wait<>(this, interruptibly);
        // Another thread's completion wakes this one as well. Registered before the wait is published, so that
        // handOver counts it among the dependents.
        var unused = whenComplete(waiting);
        if (!WAIT.compareAndSet(this, null, waiting)) {
            return;
        }
        waiting.park();
        WAIT.compareAndSet(this, waiting, null);
        T reached = handed;
        if (reached != null) {
            complete(reached);
            delivered.run();
        }
    }

    /** One waiting thread. Confined to that thread, except that other threads may wake it. */
    private static final class Wait<T> implements ForkJoinPool.ManagedBlocker, BiConsumer<T, Throwable> {
        private final Promised<T> promised;
        private final boolean interruptibly;
        private final Thread thread = Thread.currentThread();
        private boolean interrupted;

        private Wait(Promised<T> promised, boolean interruptibly) {
            this.promised = promised;
            this.interruptibly = interruptibly;
        }

        /**
         * Returns when there is an answer, or early if it is interrupted and may be; the interruption stays to be seen.
         */
        private void park() {
            try {
                ForkJoinPool.managedBlock(this);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                thread.interrupt();
            }
        }

        @Override
        public boolean block() {
            LockSupport.park(promised);
            interrupted |= Thread.interrupted();
            return isReleasable();
        }

        @Override
        public boolean isReleasable() {
            return promised.handed != null || promised.isDone() || (interruptibly && interrupted);
        }

        @Override
        public void accept(@Nullable T answer, @Nullable Throwable failure) {
            LockSupport.unpark(thread);
        }
    }
}
