package io.tapgateway.protocol.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has work that any thread may bring done by one thread at a time: by the one that brings it, unless another is at it
 * already. That one then makes one more round, so that nothing is overlooked, nobody waits, and stacks do not grow when
 * work leads to more work. Thread-safe.
 *
 * <p>Work is put where a round finds it, and then asked for. A round sees whatever was put there before.
 *
 * <pre>{@code
 * private final Drain drain = new Drain();
 * private final Runnable round = this::deliverWhatWaits;
 *
 * queue.add(item);
 * drain.run(round);
 * }</pre>
 *
 * <p>A user that has to release the turn while work may still be queued uses {@link #take} and {@link #drop} instead.
 * These do not count requests for rounds: check the queue again after every drop, and after adding work.
 */
public final class Drain {
    /** Nobody has the turn. */
    private static final int FREE = 0;

    /** Somebody has the turn; everything above counts who has asked for one more round. */
    private static final int TAKEN = 1;

    private final AtomicInteger asked = new AtomicInteger(FREE);

    /** A drain of which nobody has the turn. */
    public Drain() {}

    /**
     * Makes rounds on this thread until nothing more is asked for; if somebody has the turn, asks for one more round
     * there.
     *
     * <p>A round that throws ends like any other; the first failure is thrown when all rounds are over, and stands for
     * all.
     */
    public void run(Runnable round) {
        if (ask()) {
            goOn(round);
        }
    }

    /**
     * Asks for a round.
     *
     * @return whether nobody had the turn; then the caller has it, and must have {@link #goOn} called
     */
    public boolean ask() {
        return asked.getAndIncrement() == FREE;
    }

    /** Takes the turn if nobody has it, and asks for nothing if somebody does. */
    public boolean take() {
        return asked.compareAndSet(FREE, TAKEN);
    }

    /**
     * Ends the turn, unless rounds were asked for meanwhile.
     *
     * @return whether it has ended; if not, the caller still has it, and must have {@link #goOn} called
     */
    public boolean leave() {
        return asked.compareAndSet(TAKEN, FREE);
    }

    /**
     * Makes rounds until nothing more is asked for, as {@link #run} does. The caller has the turn, on whichever thread.
     */
    public void goOn(Runnable round) {
        int seen = asked.get();
        try {
            do {
                round.run();
                seen = asked.addAndGet(-seen);
            } while (seen != FREE);
        } catch (RuntimeException | Error failure) {
            goOnAfterFailure(round, seen);
            throw failure;
        }
    }

    private void goOnAfterFailure(Runnable round, int seenBefore) {
        int seen = asked.addAndGet(-seenBefore);
        while (seen != FREE) {
            try {
                round.run();
            } catch (RuntimeException | Error another) {
                // The first one is thrown and stands for all, so that rounds that go on failing are not collected.
            }
            seen = asked.addAndGet(-seen);
        }
    }

    /**
     * Ends the turn and forgets the rounds that were asked for meanwhile. The caller checks for work again, or knows
     * that there is none.
     */
    public void drop() {
        asked.set(FREE);
    }
}
