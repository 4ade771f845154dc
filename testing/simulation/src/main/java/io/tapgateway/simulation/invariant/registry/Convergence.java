package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * I-45: a session's tools are those of its bound providers at any time, and a second after the last change its
 * host has been told so. Confined to one simulation.
 */
public final class Convergence implements Invariant {
    private final Check check = new Check("I-45");

    @Override
    public Check check() {
        return check;
    }

    private static final long SECOND = 1_000_000_000L;

    private final Map<SessionId, List<RegisteredTool>> told = new HashMap<>();
    private final Map<SessionId, Long> differentSince = new HashMap<>();
    private List<Snapshot.SessionState> judged = List.of();
    private long changes;

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence.Noticed noticed : step.only(Consequence.Noticed.class)) {
            if (noticed.notice() instanceof HostNotice.ToolsChanged changed) {
                check.reached();
                told.put(noticed.session(), changed.tools());
            } else if (noticed.notice() instanceof HostNotice.Ended) {
                told.remove(noticed.session());
                differentSince.remove(noticed.session());
            }
        }
        if (judged != step.after().sessions() || changes != reference.bindings().changes()) {
            judged = step.after().sessions();
            changes = reference.bindings().changes();
            judged.forEach(session -> checkNames(session, step.after(), reference));
        }
        for (Snapshot.SessionState session : judged) {
            compare(session, step.at());
        }
    }

    private void checkNames(Snapshot.SessionState session, Snapshot after, ReferenceModel reference) {
        Set<String> expected = reference.bindings().toolNames(session.id());
        Set<String> actual = after.toolNames(session.id());
        check.require(actual.equals(expected), () -> session.id() + " has " + actual + " instead of " + expected);
    }

    private void compare(Snapshot.SessionState session, long now) {
        if (session.tools().equals(told.getOrDefault(session.id(), List.of()))) {
            differentSince.remove(session.id());
            return;
        }
        long since = differentSince.computeIfAbsent(session.id(), key -> now);
        check.require(
                now - since <= SECOND,
                () -> "the host of " + session.id() + " has not been told of its tools for " + (now - since) + " ns");
    }
}
