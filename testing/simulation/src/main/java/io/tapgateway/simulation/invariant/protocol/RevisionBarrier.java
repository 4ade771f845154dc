package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.Map;
import java.util.Optional;

/**
 * I-38: what was acknowledged is in force: from then on calls follow the new definitions, and only those. Confined
 * to one simulation.
 */
public final class RevisionBarrier implements Invariant {
    private final Check check = new Check("I-38");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall call) {
            Optional<BindingRecord> binding =
                    reference.connection(sent.connection()).binding();
            if (binding.filter(it -> it.ackedUpdates() > 0).isPresent()) {
                check.reached();
                boolean present = binding.get()
                        .tool(call.sessionId(), call.tool().value())
                        .isPresent();
                check.require(
                        present,
                        () -> "after an acknowledged update a call of the removed tool " + call.tool() + " was sent");
            }
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        Optional<Cause.Arrived> arrival = step.arrival();
        if (arrival.flatMap(it -> it.message(ToolsUpdate.class)).isEmpty()) {
            return;
        }
        ConnectionRecord connection = reference.connection(arrival.get().connection());
        for (Ack ack : step.sentTo(connection.id(), Ack.class)) {
            connection
                    .binding()
                    .ifPresent(binding -> binding.tools()
                            .getOrDefault(ack.sessionId(), Map.of())
                            .values()
                            .forEach(tool -> requireInForce(tool, ack.sessionId(), step, reference)));
        }
    }

    private void requireInForce(ToolDefinition tool, SessionId session, Step step, ReferenceModel reference) {
        check.reached();
        boolean inForce = step.after().session(session).stream()
                .flatMap(it -> it.tools().stream())
                .anyMatch(it -> it.name().equals(tool.name()) && runsFor(it, session, reference));
        check.require(
                inForce,
                () -> "an ack was sent before " + tool.name() + " was changed in " + session + ": "
                        + step.after().session(session).map(Snapshot.SessionState::tools));
    }

    /** Of several instances, as long as whoever takes longest. */
    private static boolean runsFor(RegisteredTool tool, SessionId session, ReferenceModel reference) {
        long longest = 0;
        for (BindingRecord binding :
                reference.bindings().offering(session, tool.name().value())) {
            longest = Math.max(
                    longest,
                    reference
                            .calls()
                            .timeout(binding.tool(session, tool.name().value()).orElseThrow()));
        }
        return tool.timeout().toNanos() == longest;
    }
}
