package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.message.GatewayMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One step of the gateway, complete. Immutable.
 *
 * @param number from 1
 * @param at monotonic nanoseconds
 */
public record Step(long number, long at, Cause cause, List<Consequence> consequences, Snapshot before, Snapshot after) {
    /** The frame that was its cause. */
    public Optional<Cause.Arrived> arrival() {
        return cause instanceof Cause.Arrived arrived ? Optional.of(arrived) : Optional.empty();
    }

    /** The messages that were sent, in order. */
    public List<Consequence.Sent> sent() {
        return only(Consequence.Sent.class);
    }

    /** The messages of one kind that one connection was sent, in order. */
    public <M extends GatewayMessage> List<M> sentTo(long connection, Class<M> kind) {
        List<M> found = new ArrayList<>();
        for (Consequence consequence : consequences) {
            if (consequence instanceof Consequence.Sent sent
                    && sent.connection() == connection
                    && kind.isInstance(sent.message())) {
                found.add(kind.cast(sent.message()));
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
        return only(Consequence.Closed.class).stream().anyMatch(closed -> closed.connection() == connection);
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
        if (consequences.isEmpty()) {
            return List.of();
        }
        List<C> found = new ArrayList<>();
        for (Consequence consequence : consequences) {
            if (kind.isInstance(consequence)) {
                found.add(kind.cast(consequence));
            }
        }
        return found;
    }
}
