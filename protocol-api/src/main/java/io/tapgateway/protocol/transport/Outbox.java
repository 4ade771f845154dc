package io.tapgateway.protocol.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one peer still has to be sent: a queue bounded in number and in size that never makes anybody wait (D-019).
 *
 * <p>When one of messages is full the oldest {@code session.event} goes first, whoever offers; the next event that
 * leaves says how many went before it (D-210). When there is none to drop, the offer fails and the link has to end with
 * {@link io.tapgateway.protocol.model.CloseCode#SLOW_CONSUMER}. Thread-safe; order is kept as long as offers come one
 * after the other and messages are taken by one thread at a time. Nothing foreign runs under its lock.
 *
 * @param <M> what is sent
 */
public final class Outbox<M> {
    private final Loss<M> loss;
    private final int maxFrames;
    private final int maxBytes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Entry<M> ends = new Entry<>();

    /** The queued events, oldest first, so that dropping one costs the same however full it is. */
    @GuardedBy("lock")
    private final Deque<Entry<M>> events = new ArrayDeque<>();

    /** Changed under the lock only. */
    private volatile boolean waiting;

    @GuardedBy("lock")
    private int frames;

    @GuardedBy("lock")
    private int bytes;

    @GuardedBy("lock")
    private long droppedSinceLastEvent;

    @GuardedBy("lock")
    private boolean closed;

    private Outbox(int maxFrames, int maxBytes, Loss<M> loss) {
        this.maxFrames = maxFrames;
        this.maxBytes = maxBytes;
        this.loss = loss;
    }

    /**
     * An empty outbox with the {@link Limit#OUTBOUND_BUFFER_FRAMES} and {@link Limit#OUTBOUND_BUFFER_BYTES} of a
     * gateway.
     */
    public static <M extends Message> Outbox<M> ofMessages(Limits limits) {
        return new Outbox<>(
                limits.get(Limit.OUTBOUND_BUFFER_FRAMES),
                limits.get(Limit.OUTBOUND_BUFFER_BYTES),
                new LossOfEvents<>());
    }

    /** An empty outbox of texts, of which none is dropped; their size is their length. */
    public static Outbox<String> ofTexts(int maxTexts, int maxCharacters) {
        return new Outbox<>(maxTexts, maxCharacters, new NoLoss<>());
    }

    /** What may be dropped to make room, and how that is told. Immutable. */
    private interface Loss<M> {
        boolean mayBeDropped(M message);

        /** The message, which might have been dropped itself, saying that so many before it were. */
        M announced(M message, long dropped);
    }

    private static final class NoLoss<M> implements Loss<M> {
        @Override
        public boolean mayBeDropped(M message) {
            return false;
        }

        @Override
        public M announced(M message, long dropped) {
            return message;
        }
    }

    private static final class LossOfEvents<M extends Message> implements Loss<M> {
        @Override
        public boolean mayBeDropped(M message) {
            return message.type() == MessageType.SESSION_EVENT;
        }

        @Override
        @SuppressWarnings("unchecked") // an M that is a SessionEvent is replaced by another SessionEvent
        public M announced(M message, long dropped) {
            SessionEvent event = (SessionEvent) (Message) message;
            return (M) new SessionEvent(event.sessionId(), event.event(), event.data(), event.dropped() + dropped);
        }
    }

    /** Takes a message out of the outbox. */
    public interface Taker<M> {
        /**
         * Receives the message; called once and outside the lock.
         *
         * @param bytes what it was offered with
         */
        void take(M message, int bytes);
    }

    /**
     * Appends a message.
     *
     * @param size its length, or an estimate, in bytes
     * @return false if there was no room for it, not even by dropping events
     */
    public boolean offer(M message, int size) {
        lock.lock();
        try {
            if (closed) {
                return true;
            }
            boolean event = loss.mayBeDropped(message);
            if (!makeRoom(size)) {
                droppedSinceLastEvent += event ? 1 : 0;
                return event;
            }
            append(new Entry<>(message, size), event);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hands the oldest message to {@code taker}; it no longer counts.
     *
     * @return whether there was one
     */
    public boolean poll(Taker<? super M> taker) {
        return takeOldest(taker, true);
    }

    /**
     * Hands the oldest message to {@code taker}; it counts until {@link #release}: for transports that send
     * asynchronously.
     *
     * @return whether there was one
     */
    public boolean pollHolding(Taker<? super M> taker) {
        return takeOldest(taker, false);
    }

    /** A message taken by {@link #pollHolding} has left. */
    public void release(int size) {
        lock.lock();
        try {
            frames--;
            bytes -= size;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything; later offers are ignored. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            while (ends.next != ends) {
                uncount(unlink(ends.next));
            }
            events.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a message waits to be taken; for a look in passing, without the lock. */
    public boolean isWaiting() {
        return waiting;
    }

    /** How many messages count at the moment. */
    public int frames() {
        lock.lock();
        try {
            return frames;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes count at the moment. */
    public int bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private boolean takeOldest(Taker<? super M> taker, boolean release) {
        M message;
        int size;
        lock.lock();
        try {
            Entry<M> oldest = ends.next;
            if (oldest == ends) {
                return false;
            }
            unlink(oldest);
            message = announcingLoss(oldest);
            size = oldest.bytes;
            if (release) {
                uncount(oldest);
            }
        } finally {
            lock.unlock();
        }
        taker.take(message, size);
        return true;
    }

    @GuardedBy("lock")
    private boolean makeRoom(int size) {
        while (frames >= maxFrames || size > maxBytes - bytes) {
            Entry<M> oldestEvent = events.pollFirst();
            if (oldestEvent == null) {
                return false;
            }
            uncount(unlink(oldestEvent));
            droppedSinceLastEvent++;
        }
        return true;
    }

    @GuardedBy("lock")
    private void append(Entry<M> entry, boolean event) {
        entry.previous = ends.previous;
        entry.next = ends;
        ends.previous.next = entry;
        ends.previous = entry;
        noteWaiting();
        frames++;
        bytes += entry.bytes;
        if (event) {
            events.addLast(entry);
        }
    }

    /** Events leave the queue in order, so everything dropped so far lay before this one. */
    @GuardedBy("lock")
    private M announcingLoss(Entry<M> entry) {
        M message = entry.content();
        if (!loss.mayBeDropped(message)) {
            return message;
        }
        events.pollFirst();
        long dropped = droppedSinceLastEvent;
        droppedSinceLastEvent = 0;
        return dropped == 0 ? message : loss.announced(message, dropped);
    }

    @GuardedBy("lock")
    private Entry<M> unlink(Entry<M> entry) {
        entry.previous.next = entry.next;
        entry.next.previous = entry.previous;
        noteWaiting();
        return entry;
    }

    @GuardedBy("lock")
    private void noteWaiting() {
        boolean now = ends.next != ends;
        if (waiting != now) {
            waiting = now;
        }
    }

    @GuardedBy("lock")
    private void uncount(Entry<M> entry) {
        frames--;
        bytes -= entry.bytes;
    }

    /** A link of the queue; the one without a message joins its ends. */
    private static final class Entry<M> {
        private final @Nullable M message;
        private final int bytes;
        private Entry<M> previous;
        private Entry<M> next;

        Entry() {
            this.message = null;
            this.bytes = 0;
            this.previous = this;
            this.next = this;
        }

        Entry(M message, int bytes) {
            this.message = message;
            this.bytes = bytes;
            this.previous = this;
            this.next = this;
        }

        M content() {
            if (message == null) {
                throw new IllegalStateException("the ends of an outbox carry no message");
            }
            return message;
        }
    }
}
