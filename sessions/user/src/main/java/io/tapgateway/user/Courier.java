package io.tapgateway.user;

import io.tapgateway.protocol.transport.Drain;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Brings notices to somebody else's code, in order and one at a time, on threads for that. Whoever brings one never
 * waits, however long that code takes. Thread-safe.
 */
final class Courier {
    /** Who takes longer over one notice hangs (U-101). */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private final UserTime time;
    private final Receiver receiver;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger length = new AtomicInteger();

    /** Counts up when a notice begins and when it ends, so it is odd in between. */
    private final AtomicLong steps = new AtomicLong();

    private final Drain drain = new Drain();

    /** Hears how it goes, on any thread. */
    interface Receiver {
        /** A notice has thrown. */
        void failed(RuntimeException broken);

        /** A notice does not end; it may be called again, for another one. */
        void hangs();
    }

    Courier(UserTime time, Receiver receiver) {
        this.time = time;
        this.receiver = receiver;
    }

    /** One more notice. */
    void deliver(Runnable notice) {
        length.incrementAndGet();
        waiting.add(notice);
        if (drain.ask()) {
            time.execute(() -> drain.goOn(this::round));
        }
    }

    /** How many notices have not ended. */
    int length() {
        return length.get();
    }

    private void round() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            long step = steps.incrementAndGet();
            time.after(PATIENCE, () -> {
                if (steps.get() == step) {
                    receiver.hangs();
                }
            });
            try {
                next.run();
            } catch (RuntimeException broken) {
                receiver.failed(broken);
            } finally {
                steps.incrementAndGet();
                length.decrementAndGet();
            }
        }
    }
}
