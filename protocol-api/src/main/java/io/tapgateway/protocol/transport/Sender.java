package io.tapgateway.protocol.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.model.CloseCode;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Sends what waits in the {@link Outbox} of one connection: in order, on one thread at a time, with a limited number of
 * sends under way, and never waiting for any. Thread-safe. Everything but {@link #flush} only notes what is to be done.
 *
 * @param <M> what is sent
 */
public final class Sender<M> {
    private final Outbox<M> outbox;
    private final Outbox.Taker<M> taker = this::send;
    private final Function<M, String> encoder;
    private final Wire wire;
    private final int maxInFlight;
    private final LongSupplier nanos;

    private final Drain drain = new Drain();
    private final Runnable round = this::sendWhatWaits;
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Something has left since somebody last asked for how long nothing has. */
    private volatile boolean progressed;

    /** When something last left, or was found to have left. */
    private volatile long lastProgress;

    /** There is a ping or a farewell to be sent; so that looking for them costs nothing when there is none. */
    private volatile boolean controlWanted;

    private volatile boolean ended;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private boolean pinging;

    @GuardedBy("lock")
    private Optional<Farewell> farewell = Optional.empty();

    /**
     * @param encoder makes the text of a message
     * @param maxInFlight how many sends the library takes at a time
     */
    public Sender(Outbox<M> outbox, Function<M, String> encoder, Wire wire, int maxInFlight, LongSupplier nanos) {
        this.outbox = outbox;
        this.encoder = encoder;
        this.wire = wire;
        this.maxInFlight = maxInFlight;
        this.nanos = nanos;
    }

    /** One for texts, one at a time, that is never asked for how long nothing has left. */
    public static Sender<String> ofTexts(Outbox<String> outbox, Wire wire) {
        return new Sender<>(outbox, Function.identity(), wire, 1, () -> 0);
    }

    /** Where frames go. Called by one thread at a time; must not block. */
    public interface Wire {
        /** Sends a text; {@code sent} runs once when it has left or failed, on this or any other thread. */
        void sendText(String text, Runnable sent);

        /** Sends a ping; only called after {@link #ping}. */
        default void sendPing() {
            throw new IllegalStateException("sendPing: nobody is pinged over this connection");
        }

        /** Sends the last frame; called once. */
        void sendClose(CloseCode code, String reason);

        /** A message could not be encoded or handed over: a bug. The close follows. */
        void broken(RuntimeException bug);
    }

    private record Farewell(CloseCode code, String reason) {}

    public void ping() {
        lock.lock();
        try {
            pinging = true;
            controlWanted = true;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connection once everything in the outbox has left. The first call counts. */
    public void close(CloseCode code, String reason) {
        lock.lock();
        try {
            if (farewell.isEmpty()) {
                farewell = Optional.of(new Farewell(code, reason));
            }
            controlWanted = true;
        } finally {
            lock.unlock();
        }
    }

    /** Has {@link #close} forget what waits, so that it comes next. */
    public void closeAtOnce(CloseCode code, String reason) {
        outbox.close();
        lock.lock();
        try {
            farewell = Optional.of(new Farewell(code, reason));
            controlWanted = true;
        } finally {
            lock.unlock();
        }
    }

    /** The connection is gone. */
    public void end() {
        outbox.close();
        ended = true;
    }

    /**
     * For how long nothing has left although something should; negative if nothing should. What has left since the last
     * question counts as if it had just left.
     */
    public long stalledNanos() {
        if (inFlight.get() == 0 || ended) {
            return -1;
        }
        long now = nanos.getAsLong();
        if (progressed) {
            progressed = false;
            lastProgress = now;
        }
        return now - lastProgress;
    }

    /** Sends what can be sent now. A call that finds another one at work leaves the work to it. */
    public void flush() {
        drain.run(round);
    }

    private void sendWhatWaits() {
        sendMessages();
        sendControlFrames();
    }

    private void sendMessages() {
        while (!ended && outbox.isWaiting() && inFlight.get() < maxInFlight) {
            if (inFlight.getAndIncrement() == 0) {
                lastProgress = nanos.getAsLong();
            }
            if (!outbox.pollHolding(taker)) {
                inFlight.decrementAndGet();
            }
        }
    }

    private void send(M message, int size) {
        try {
            wire.sendText(encoder.apply(message), () -> sent(size));
        } catch (RuntimeException bug) {
            sent(size);
            closeAtOnce(CloseCode.INTERNAL_ERROR, "Internal error");
            wire.broken(bug);
        }
    }

    /** Whoever offers flushes afterwards, so that nothing is overlooked here. */
    private void sent(int size) {
        outbox.release(size);
        inFlight.decrementAndGet();
        if (!progressed) {
            progressed = true;
        }
        if (outbox.isWaiting() || controlWanted) {
            flush();
        }
    }

    private void sendControlFrames() {
        if (!controlWanted) {
            return;
        }
        if (takePing()) {
            wire.sendPing();
        }
        takeFarewell().ifPresent(last -> wire.sendClose(last.code(), last.reason()));
    }

    private boolean takePing() {
        lock.lock();
        try {
            boolean wanted = pinging && !ended;
            pinging = false;
            controlWanted = farewell.isPresent();
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    /** What waits goes before the farewell; what is under way is in order already. */
    private Optional<Farewell> takeFarewell() {
        lock.lock();
        try {
            if (ended || farewell.isEmpty() || outbox.frames() > inFlight.get()) {
                return Optional.empty();
            }
            ended = true;
            return farewell;
        } finally {
            lock.unlock();
        }
    }
}
