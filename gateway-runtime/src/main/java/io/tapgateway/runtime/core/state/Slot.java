package io.tapgateway.runtime.core.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places that a provider's concurrency limit allows: one for each call in flight, and a queue of calls that wait
 * for one (A/concurrency). Confined to the loop.
 */
public final class Slot {
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private int max;
    private int inFlight;

    public Slot(int max) {
        this.max = max;
    }

    /** Whether a place can be had at once. */
    public boolean isFree() {
        return inFlight < max && waiting.isEmpty();
    }

    /** Takes a place, unless all are taken or others wait. */
    public boolean tryTake() {
        if (!isFree()) {
            return false;
        }
        inFlight++;
        return true;
    }

    /** Gives a place back; true if somebody waits for one. */
    public boolean release() {
        inFlight--;
        return !waiting.isEmpty();
    }

    /** The longest waiting call, if there is a place for it. */
    public @Nullable Call next() {
        return inFlight < max ? waiting.peekFirst() : null;
    }

    /** The longest waiting call, with its place taken; {@code null} while none waits or no place is free. */
    public @Nullable Call takeNext() {
        if (inFlight >= max || waiting.isEmpty()) {
            return null;
        }
        inFlight++;
        return waiting.removeFirst();
    }

    /** Lets a call wait. */
    public void enqueue(Call call) {
        waiting.addLast(call);
    }

    /** Takes a call out of the queue. */
    public void remove(Call call) {
        waiting.remove(call);
    }

    /** The waiting calls, longest first. */
    public List<Call> waiting() {
        return new ArrayList<>(waiting);
    }

    public int queued() {
        return waiting.size();
    }

    /** Whether no call is counted or waits here. */
    boolean isUnused() {
        return inFlight == 0 && waiting.isEmpty();
    }

    public int max() {
        return max;
    }

    /** Allows more or fewer calls from now on; those in flight go on. */
    void setMax(int next) {
        max = next;
    }
}
