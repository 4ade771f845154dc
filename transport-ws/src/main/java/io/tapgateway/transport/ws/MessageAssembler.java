package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.transport.ws.frame.TextLane;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Makes messages of the parts that come in, holding no more of each than its connection may send at the moment: what is
 * larger is passed over and reported (D-026, D-027). Confined to the I/O thread of its connection, but for {@link
 * #stop()}.
 */
final class MessageAssembler implements TextLane.Receiver {
    private static final int HEAD_CHARACTERS = 8 << 10;

    private final Limits limits;
    private final Supplier<InboundClass> admitted;
    private final BufferBudget budget;
    private final Receiver receiver;
    private final StringBuilder kept = new StringBuilder();

    /** What is taken from the budget. */
    private final AtomicLong taken = new AtomicLong();

    private long bytes;
    private int exceededLimit;
    private boolean passingOver;
    private volatile boolean stopped;

    MessageAssembler(Limits limits, Supplier<InboundClass> admitted, BufferBudget budget, Receiver receiver) {
        this.limits = limits;
        this.admitted = admitted;
        this.budget = budget;
        this.receiver = receiver;
    }

    /** Where messages go. */
    interface Receiver {
        /** A message within the limit of its class. */
        void message(String text, InboundClass inbound, int bytes);

        /** A message of which only the beginning was kept. */
        void tooLarge(String head, int limitBytes, int bytes);

        /** A message that ends the connection. */
        void refuse(CloseCode code, String reason);

        /** No message follows for the moment; what was only taken note of is due. */
        void pause();
    }

    @Override
    public void onText(String part, int partBytes, boolean last) {
        if (stopped) {
            return;
        }
        InboundClass inbound = admitted.get();
        bytes += partBytes;
        if (bytes > limits.get(inbound.bytes()) && !passOver(part, inbound)) {
            return;
        }
        if (last) {
            finish(part, inbound, (int) bytes);
        } else if (!passingOver) {
            keep(part, partBytes);
        }
    }

    @Override
    public void onPause() {
        receiver.pause();
    }

    /** The connection has ended: nothing is wanted any more. */
    void stop() {
        stopped = true;
        giveBack();
    }

    /** Returns whether the connection may go on. */
    private boolean passOver(String part, InboundClass inbound) {
        if (inbound == InboundClass.UNAUTHENTICATED) {
            refuse(CloseCode.MESSAGE_TOO_BIG, "Too large before authentication");
            return false;
        }
        if (!passingOver) {
            passingOver = true;
            exceededLimit = limits.get(inbound.bytes());
            int room = Math.max(0, HEAD_CHARACTERS - kept.length());
            kept.append(part, 0, Math.min(room, part.length()));
            String head = kept.substring(0, Math.min(kept.length(), HEAD_CHARACTERS));
            forget();
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

    private void keep(String part, long partBytes) {
        if (!budget.take(partBytes)) {
            refuse(CloseCode.OVER_CAPACITY, "Too much is being received at the same time");
            return;
        }
        taken.addAndGet(partBytes);
        kept.append(part);
        if (stopped) {
            // The connection ended on another thread, perhaps before it could see what was just taken.
            giveBack();
        }
    }

    private void finish(String part, InboundClass inbound, int size) {
        if (passingOver) {
            String head = kept.toString();
            reset();
            receiver.tooLarge(head, exceededLimit, size);
        } else if (kept.length() == 0) {
            // The usual case: the message is one part and needs no copy.
            reset();
            receiver.message(part, inbound, size);
        } else {
            String text = kept.append(part).toString();
            reset();
            receiver.message(text, inbound, size);
        }
    }

    private void reset() {
        forget();
        bytes = 0;
        passingOver = false;
    }

    private void forget() {
        if (kept.length() > 0) {
            kept.setLength(0);
            kept.trimToSize();
        }
        giveBack();
    }

    private void giveBack() {
        if (taken.get() > 0) {
            budget.giveBack(taken.getAndSet(0));
        }
    }

    private void refuse(CloseCode code, String reason) {
        stop();
        forget();
        receiver.refuse(code, reason);
    }
}
