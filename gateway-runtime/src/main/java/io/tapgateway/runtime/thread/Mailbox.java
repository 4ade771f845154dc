package io.tapgateway.runtime.thread;

import io.tapgateway.protocol.transport.Drain;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries items to one receiver: in order, one at a time, on an executor, under nobody's lock. Thread-safe.
 *
 * <p>With an executor that runs tasks at once, an item that is offered while the receiver is at work is taken by the
 * same thread afterwards, so receivers are never re-entered. What a receiver throws costs that one item.
 *
 * @param <T> what is carried
 */
public final class Mailbox<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    private final Executor executor;
    private final Consumer<? super T> receiver;
    private final Queue<T> items = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Drain drain = new Drain();
    private final Runnable round = this::deliverWhatWaits;

    public Mailbox(Executor executor, Consumer<? super T> receiver) {
        this.executor = executor;
        this.receiver = receiver;
    }

    /** Adds an item; it leaves with the next {@link #flush()}. */
    public void offer(T item) {
        waiting.incrementAndGet();
        items.add(item);
    }

    /**
     * Has the receiver take an item on this thread, which spares it a way through the executor, if nothing waits and
     * nothing is being taken; what comes meanwhile goes the usual way.
     *
     * @return false if it could not be: then nothing has happened
     */
    public boolean deliverHere(T item) {
        if (!drain.take()) {
            return false;
        }
        deliver(item);
        if (!drain.leave()) {
            executor.execute(() -> drain.goOn(round));
        }
        return true;
    }

    /** How many items the receiver has not taken yet. */
    public int waiting() {
        return waiting.get();
    }

    /** Has the receiver take what waits. */
    public void flush() {
        if (drain.ask()) {
            executor.execute(() -> drain.goOn(round));
        }
    }

    private void deliverWhatWaits() {
        for (T item = items.poll(); item != null; item = items.poll()) {
            waiting.decrementAndGet();
            deliver(item);
        }
    }

    private void deliver(T item) {
        try {
            receiver.accept(item);
        } catch (RuntimeException | Error e) {
            LOG.warn("a callback failed; what comes after it goes on", e);
        }
    }
}
