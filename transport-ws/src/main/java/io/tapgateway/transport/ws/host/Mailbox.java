package io.tapgateway.transport.ws.host;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries items to one receiver: in order, one at a time, on an executor, under nobody's lock. What the receiver throws costs
 * that one item. Thread-safe.
 *
 * @param <T> what is carried
 */
final class Mailbox<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    private final Executor executor;
    private final Consumer<? super T> receiver;
    private final Queue<T> items = new ConcurrentLinkedQueue<>();
    private final AtomicInteger flushes = new AtomicInteger();

    Mailbox(Executor executor, Consumer<? super T> receiver) {
        this.executor = executor;
        this.receiver = receiver;
    }

    /** Adds an item; it leaves with the next {@link #flush()}. */
    void offer(T item) {
        items.add(item);
    }

    void flush() {
        if (flushes.getAndIncrement() == 0) {
            executor.execute(this::drain);
        }
    }

    private void drain() {
        int seen = flushes.get();
        do {
            for (T item = items.poll(); item != null; item = items.poll()) {
                deliver(item);
            }
            seen = flushes.addAndGet(-seen);
        } while (seen != 0);
    }

    private void deliver(T item) {
        try {
            receiver.accept(item);
        } catch (RuntimeException | Error e) {
            LOG.warn("a callback of the host link failed; the link goes on", e);
        }
    }
}
