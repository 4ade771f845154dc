package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.transport.ws.frame.TextLane;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of the parts that come in, holding no more of each than its connection may send at the moment: what is
 * larger is passed over and reported (D-026, D-027). A message that is not small waits for {@link PayloadRoom} before
 * the rest of it is read (T-58). Confined to the I/O thread of its connection, but for {@link #stop()}, {@link
 * #isWaiting()} and {@link #isHoldingUp}.
 */
final class MessageAssembler implements TextLane.Receiver {
    /** How long a message that has room may take to come, if others wait for room. */
    static final long ARRIVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int HEAD_CHARACTERS = 8 << 10;

    private final Limits limits;
    private final Supplier<InboundClass> admitted;
    private final PayloadRoom room;
    private final Reading reading;
    private final LongSupplier nanos;
    private final Receiver receiver;
    private final StringBuilder kept = new StringBuilder();

    /** Of the message that is coming in, if it has asked for room. */
    private final AtomicReference<PayloadRoom.@Nullable Place> place = new AtomicReference<>();

    private volatile long takenAt;
    private long bytes;

    /** How many bytes the whole message has, if that is known. */
    private long expected;

    /** How many there is room for, or would be. */
    private long granted = Long.MAX_VALUE;

    private int exceededLimit;
    private boolean passingOver;
    private volatile boolean stopped;

    /** @param nanos monotonic time */
    MessageAssembler(
            Limits limits,
            Supplier<InboundClass> admitted,
            PayloadRoom room,
            Reading reading,
            LongSupplier nanos,
            Receiver receiver) {
        this.limits = limits;
        this.admitted = admitted;
        this.room = room;
        this.reading = reading;
        this.nanos = nanos;
        this.receiver = receiver;
    }

    /** Where messages go. */
    interface Receiver {
        /**
         * A message within the limit of its class.
         *
         * @param place to be closed when the message has reached whoever it is for
         */
        void message(String text, InboundClass inbound, int bytes, Optional<PayloadRoom.Place> place);

        /** A message of which only the beginning was kept. */
        void tooLarge(String head, int limitBytes, int bytes);

        /** A message that ends the connection. */
        void refuse(CloseCode code, String reason);

        /** No message follows for the moment; what was only taken note of is due. */
        void pause();
    }

    /** What comes in on the connection. */
    interface Reading {
        /** Lets nothing more in; on the I/O thread. */
        void stop();

        /** Lets it in again; on any thread. */
        void goOn();
    }

    @Override
    public void onText(String part, int partBytes, boolean last, long left) {
        if (stopped) {
            return;
        }
        InboundClass inbound = admitted.get();
        bytes += partBytes;
        expected = left == TextLane.UNKNOWN ? TextLane.UNKNOWN : bytes + left;
        if (bytes > most(inbound) && !passOver(part, inbound)) {
            return;
        }
        if (last) {
            finish(part, inbound, (int) bytes);
        } else if (!passingOver) {
            keep(part);
        }
    }

    /** Whoever waits for what was too large already learns why it never comes. */
    @Override
    public void onCut() {
        if (passingOver && !stopped) {
            receiver.tooLarge(kept.toString(), exceededLimit, (int) bytes);
        }
    }

    @Override
    public void onPause() {
        receiver.pause();
        if (!stopped && !passingOver && bytes > PayloadRoom.SMALL_BYTES && place.get() == null) {
            askForRoom();
        }
    }

    /** The connection has ended: nothing is wanted any more. */
    void stop() {
        stopped = true;
        leave();
    }

    /** Whether it waits for room, so that nothing is read. */
    boolean isWaiting() {
        PayloadRoom.Place asked = place.get();
        return asked != null && !asked.isTaken();
    }

    /** Whether its peer takes too long with a message while others wait for room. */
    boolean isHoldingUp(long now) {
        PayloadRoom.Place mine = place.get();
        return mine != null && mine.isTaken() && now - takenAt > ARRIVAL_NANOS && room.isAwaited();
    }

    /** How many bytes the message may have: what its class allows, as far as there can be room for so many. */
    private long most(InboundClass inbound) {
        return Math.min(granted, Math.min(limits.get(inbound.bytes()), room.bytes() / PayloadRoom.BYTES_PER_CHARACTER));
    }

    private void askForRoom() {
        granted = Math.min(expected, most(admitted.get()));
        takenAt = nanos.getAsLong();
        PayloadRoom.Place asked = room.ask(granted * PayloadRoom.BYTES_PER_CHARACTER, () -> {
            takenAt = nanos.getAsLong();
            reading.goOn();
        });
        place.set(asked);
        if (!asked.isTaken()) {
            // If room is made meanwhile, reading goes on after it has stopped: both happen on the I/O thread.
            reading.stop();
        }
        if (stopped) {
            // The connection ended on another thread, perhaps before it could see the place.
            leave();
        }
    }

    /** Returns whether the connection may go on. */
    private boolean passOver(String part, InboundClass inbound) {
        if (inbound == InboundClass.UNAUTHENTICATED) {
            refuse(CloseCode.MESSAGE_TOO_BIG, "Too large before authentication");
            return false;
        }
        if (!passingOver) {
            passingOver = true;
            exceededLimit = (int) most(inbound);
            int missing = Math.max(0, HEAD_CHARACTERS - kept.length());
            kept.append(part, 0, Math.min(missing, part.length()));
            String head = kept.substring(0, Math.min(kept.length(), HEAD_CHARACTERS));
            forget();
            leave();
            kept.append(head);
        }
        if (bytes > limits.get(Limit.DISCARDED_MESSAGE)) {
            // Whoever waits for it learns why it never comes.
            receiver.tooLarge(kept.toString(), exceededLimit, (int) bytes);
            refuse(CloseCode.MESSAGE_TOO_BIG, "Too large");
            return false;
        }
        return true;
    }

    private void keep(String part) {
        if (expected <= granted && place.get() != null) {
            kept.ensureCapacity((int) expected);
        }
        kept.append(part);
    }

    private void finish(String part, InboundClass inbound, int size) {
        if (passingOver) {
            String head = kept.toString();
            reset();
            receiver.tooLarge(head, exceededLimit, size);
        } else if (kept.length() == 0) {
            // The usual case: the message is one part and needs no copy.
            reset();
            receiver.message(part, inbound, size, Optional.empty());
        } else {
            String text = kept.append(part).toString();
            reset();
            receiver.message(text, inbound, size, Optional.ofNullable(place.getAndSet(null)));
        }
    }

    private void reset() {
        forget();
        bytes = 0;
        granted = Long.MAX_VALUE;
        passingOver = false;
    }

    private void forget() {
        if (kept.length() > 0) {
            kept.setLength(0);
            kept.trimToSize();
        }
    }

    private void leave() {
        PayloadRoom.Place mine = place.getAndSet(null);
        if (mine != null) {
            boolean waited = !mine.isTaken();
            mine.close();
            if (waited) {
                reading.goOn();
            }
        }
    }

    private void refuse(CloseCode code, String reason) {
        stop();
        forget();
        receiver.refuse(code, reason);
    }
}
