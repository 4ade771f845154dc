package io.tapgateway.simulation.invariant.resource;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.HashSet;
import java.util.Set;

/**
 * I-57: what streams retain, what waits for the outcome of a {@code hello} and the calls that wait for a slot stay
 * within their bounds, whatever anybody does. What a connection has yet to read is beyond the core. Confined to one
 * simulation.
 */
public final class MemoryBounds implements Invariant {
    private final Check check = new Check("I-57");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        Limits limits = reference.limits();
        if (!step.before().equals(step.after())) {
            step.after().sessions().forEach(session -> checkStreams(session, limits));
            checkWaiting(reference);
        }
        step.arrival()
                .map(arrived -> reference.connection(arrived.connection()))
                .filter(connection -> connection.hasParked() && connection.isUndecided())
                .ifPresent(connection -> checkParked(connection, step, limits));
    }

    private void checkStreams(Snapshot.SessionState session, Limits limits) {
        Set<String> owners = new HashSet<>();
        for (StreamView stream : session.streams()) {
            owners.add(stream.name().substring(stream.name().lastIndexOf('@')));
        }
        long most = Math.min(
                (long) owners.size() * limits.get(Limit.STREAM_BYTES_PER_PROVIDER),
                limits.get(Limit.STREAM_BYTES_PER_SESSION));
        if (session.streamBytes() > most / 2) {
            check.reached();
        }
        check.require(
                session.streamBytes() <= most,
                () -> "the streams of " + session.id() + " retain " + session.streamBytes() + " bytes instead of "
                        + most);
    }

    private void checkParked(ConnectionRecord connection, Step step, Limits limits) {
        if (step.closed(connection.id())) {
            return;
        }
        check.reached();
        check.require(
                connection.parked() <= limits.get(Limit.MESSAGE_BURST)
                        && connection.parkedBytes() <= limits.get(Limit.INBOUND_BYTES_PER_SECOND),
                () -> connection.parked() + " frames of connection " + connection.id() + " wait, "
                        + connection.parkedBytes() + " bytes");
    }

    private void checkWaiting(ReferenceModel reference) {
        int most = reference.limits().get(Limit.QUEUED_CALLS);
        for (CallRecord call : reference.calls().pending()) {
            int waiting = call.slot()
                    .map(slot -> reference.calls().waiting(slot).size())
                    .orElse(0);
            check.require(waiting <= most, () -> waiting + " calls wait with " + call);
        }
    }
}
