package io.tapgateway.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.thread.IdlePool;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The thread of an agent. There is nothing of it before the first turn: most of the agents of a crowd wait for somebody
 * to say something. Thread-safe.
 */
final class Thinker implements Executor, AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Optional<IdlePool> pool = Optional.empty();

    @GuardedBy("lock")
    private boolean closed;

    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            if (!closed) {
                IdlePool thread = pool.orElseGet(() -> IdlePool.ofErrands("tapgateway-agent", 1));
                pool = Optional.of(thread);
                thread.execute(task);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What runs is interrupted, and nothing is executed any more. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            pool.ifPresent(IdlePool::close);
        } finally {
            lock.unlock();
        }
    }
}
