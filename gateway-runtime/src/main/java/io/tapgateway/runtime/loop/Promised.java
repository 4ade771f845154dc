package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.Receipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a host has of an answer that is on its way; to the core, the receipt for what it asked. The answer is noted
 * inside the loop and leaves after it: code that hangs on it runs on the executor. Who does nothing but wait, in {@link
 * #join} or {@link #get()}, is handed the answer by the thread that has it and completes the future itself, so that no
 * thread of the executor is needed in between. Thread-safe, but for what is noted inside the loop. A host that
 * completes it deceives nobody but itself.
 *
 * @param <T> what it waits for
 */
final class Promised<T> extends CompletableFuture<T> implements Receipt<T>, Departure, Runnable {
    /** What hangs on a future that somebody waits for, when nobody else does anything with it. */
    private static final int THE_WAITING_ONE = 1;

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Promised, Wait> WAIT =
            AtomicReferenceFieldUpdater.newUpdater(Promised.class, Wait.class, "wait");

    private final Executor executor;
    private final Runnable beforeWaiting;
    private T answer;

    /** The first one who waits, until it goes or is handed the answer; others wait for its completing. */
    private volatile @Nullable Wait<T> wait;

    /** Set once, before whoever waits is told. */
    private volatile @Nullable T handed;

    /**
     * @param executor where code runs that hangs on the answer
     * @param beforeWaiting what a thread has to do before it waits for this
     * @param ifLost the answer for want of any other
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
        if (!handOver()) {
            executor.execute(this);
        }
    }

    /** Completes with the answer. */
    @Override
    public void run() {
        complete(answer);
    }

    /**
     * Hands the answer to the one who waits, if nobody else wants to know it.
     *
     * @return false if the answer has to be completed elsewhere
     */
    boolean handOver() {
        Wait<T> waits = wait;
        if (waits == null || getNumberOfDependents() != THE_WAITING_ONE) {
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

    private boolean mustWait() {
        if (isDone()) {
            return false;
        }
        beforeWaiting.run();
        return !isDone();
    }

    private void awaitHandOver(boolean interruptibly) {
        Wait<T> waiting = new Wait<>(this, interruptibly);
        // Also woken by whoever else completes it; and registered first, so that code which came before counts as
        // somebody else.
        var unused = whenComplete(waiting);
        if (!WAIT.compareAndSet(this, null, waiting)) {
            return;
        }
        waiting.park();
        WAIT.compareAndSet(this, waiting, null);
        T reached = handed;
        if (reached != null) {
            complete(reached);
        }
    }

    /** One thread that waits. Confined to that thread, but for being woken. */
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
