package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.GatewayMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One step of the gateway, complete. Immutable.
 *
 * @param number from 1
 * @param at monotonic nanoseconds
 * @param sent the messages among the consequences, in order
 */
public record Step(
        long number,
        long at,
        Cause cause,
        List<Consequence> consequences,
        List<Consequence.Sent> sent,
        Snapshot before,
        Snapshot after) {
    /** Sorts out the messages. */
    public static Step of(
            long number, long at, Cause cause, List<Consequence> consequences, Snapshot before, Snapshot after) {
        return new Step(number, at, cause, consequences, only(Consequence.Sent.class, consequences), before, after);
    }

    /** The frame that was its cause. */
    public Optional<Cause.Arrived> arrival() {
        return cause instanceof Cause.Arrived arrived ? Optional.of(arrived) : Optional.empty();
    }

    /** The messages of one kind that one connection was sent, in order. */
    public <M extends GatewayMessage> List<M> sentTo(long connection, Class<M> kind) {
        List<M> found = List.of();
        for (Consequence.Sent message : sent) {
            if (message.connection() == connection && kind.isInstance(message.message())) {
                found = found.isEmpty() ? new ArrayList<>() : found;
                found.add(kind.cast(message.message()));
            }
        }
        return found;
    }

    /** The calls that ended, in order. */
    public List<Consequence.HostDone> done() {
        return only(Consequence.HostDone.class);
    }

    /** Whether the gateway closed that connection. */
    public boolean closed(long connection) {
        for (Consequence consequence : consequences) {
            if (consequence instanceof Consequence.Closed closed && closed.connection() == connection) {
                return true;
            }
        }
        return false;
    }

    /** The place of the first such message among the consequences, or that of their end. */
    public int indexOf(long connection, Class<? extends GatewayMessage> kind) {
        for (int i = 0; i < consequences.size(); i++) {
            if (consequences.get(i) instanceof Consequence.Sent sent
                    && sent.connection() == connection
                    && kind.isInstance(sent.message())) {
                return i;
            }
        }
        return consequences.size();
    }

    /** The consequences of one kind, in order. */
    public <C extends Consequence> List<C> only(Class<C> kind) {
        return only(kind, consequences);
    }

    /** Most steps have none. */
    private static <C extends Consequence> List<C> only(Class<C> kind, List<Consequence> consequences) {
        List<C> found = List.of();
        for (Consequence consequence : consequences) {
            if (kind.isInstance(consequence)) {
                found = found.isEmpty() ? new ArrayList<>() : found;
                found.add(kind.cast(consequence));
            }
        }
        return found;
    }
}
