package io.tapgateway.runtime.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much memory the large payloads may take that are on their way through this process at the same time: messages
 * that are being received, results that no host has yet, answers that nobody has read yet (T-58). Whoever can wait for
 * room asks for it, and gets it in the order of asking; what is there already is counted beyond the bound, too.
 * Thread-safe.
 */
public final class PayloadRoom {
    /** The bound, in percent of the largest heap. */
    public static final int HEAP_PERCENT = 25;

    /** A payload of so many bytes, or fewer, needs no room. */
    public static final int SMALL_BYTES = 64 << 10;

    /** How much memory a character may take. */
    public static final int BYTES_PER_CHARACTER = 2;

    private static final PayloadRoom OF_HEAP = of(Runtime.getRuntime().maxMemory() / 100 * HEAP_PERCENT);

    private final long bytes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Place> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private long used;

    private PayloadRoom(long bytes) {
        this.bytes = bytes;
    }

    /** The room of this process, which all of its gateways share as they share its heap. */
    public static PayloadRoom ofHeap() {
        return OF_HEAP;
    }

    /**
     * Another room.
     *
     * @param bytes its size, above zero
     */
    public static PayloadRoom of(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("A room must have more than no bytes, not " + bytes);
        }
        return new PayloadRoom(bytes);
    }

    /** How many bytes there is room for. */
    public long bytes() {
        return bytes;
    }

    /** Whether somebody waits for room. */
    public boolean isAwaited() {
        lock.lock();
        try {
            return !waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Asks for room.
     *
     * @param wanted how many bytes, at most {@link #bytes()}
     * @param onTaken run once if the place is taken later, on the thread that makes room; must not block. Not run if it
     *     is taken at once, or is closed before
     */
    public Place ask(long wanted, Runnable onTaken) {
        if (wanted > bytes) {
            throw new IllegalArgumentException("There is never room for " + wanted + " bytes");
        }
        Place place = new Place(wanted, onTaken);
        lock.lock();
        try {
            if (waiting.isEmpty() && used + wanted <= bytes) {
                take(place);
            } else {
                waiting.addLast(place);
            }
        } finally {
            lock.unlock();
        }
        return place;
    }

    /** Counts what is there already, whether there is room for it or not. */
    public Place occupy(long present) {
        Place place = new Place(present, () -> {});
        lock.lock();
        try {
            take(place);
        } finally {
            lock.unlock();
        }
        return place;
    }

    @GuardedBy("lock")
    private void take(Place place) {
        used += place.size;
        place.stage = Stage.TAKEN;
    }

    private void leave(Place place) {
        List<Runnable> news;
        lock.lock();
        try {
            switch (place.stage) {
                case WAITING -> waiting.remove(place);
                case TAKEN -> used -= place.size;
                case CLOSED -> {
                    return;
                }
            }
            place.stage = Stage.CLOSED;
            news = admit();
        } finally {
            lock.unlock();
        }
        news.forEach(Runnable::run);
    }

    private void resize(Place place, long size) {
        List<Runnable> news = List.of();
        lock.lock();
        try {
            if (place.stage == Stage.TAKEN) {
                used += size - place.size;
                place.size = size;
                news = admit();
            }
        } finally {
            lock.unlock();
        }
        news.forEach(Runnable::run);
    }

    /** Returns whom to tell. */
    @GuardedBy("lock")
    private List<Runnable> admit() {
        List<Runnable> news = new ArrayList<>();
        for (Place next = waiting.peekFirst(); next != null && used + next.size <= bytes; next = waiting.peekFirst()) {
            waiting.removeFirst();
            take(next);
            news.add(next.onTaken);
        }
        return news;
    }

    private enum Stage {
        WAITING,
        TAKEN,
        CLOSED
    }

    /** The room that one payload takes or waits for. Thread-safe. */
    public final class Place implements AutoCloseable {
        private final Runnable onTaken;

        /** Guarded by the lock of the room. */
        private long size;

        /** Changes under the lock. */
        private volatile Stage stage = Stage.WAITING;

        private Place(long size, Runnable onTaken) {
            this.size = size;
            this.onTaken = onTaken;
        }

        /** Whether the payload may be there. */
        public boolean isTaken() {
            return stage == Stage.TAKEN;
        }

        /** The payload takes more or less than before; only of a place that is taken. */
        public void resize(long present) {
            PayloadRoom.this.resize(this, present);
        }

        /** Gives the room back, or waits for it no more. Harmless to repeat. */
        @Override
        public void close() {
            leave(this);
        }
    }
}
