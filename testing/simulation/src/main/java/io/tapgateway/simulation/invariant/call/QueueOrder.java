package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** I-09: who waits longest for a slot gets it first. Confined to one simulation. */
public final class QueueOrder implements Invariant {
    /** A call that waited longer than one that was sent. */
    private record Overtaken(CallRecord first, Optional<BindingRecord> target, CallRecord by) {}

    private final Check check = new Check("I-09");
    private final List<Overtaken> overtaken = new ArrayList<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall message) {
            CallRecord call = reference.calls().of(message);
            if (call == null || call.slot().isEmpty()) {
                return;
            }
            // Who waits for a tool that is gone goes elsewhere when its turn comes, or ends (D-113, D-158).
            List<CallRecord> waiting = reference.calls().waiting(call.slot().get()).stream()
                    .filter(it -> it == call || hasTool(it))
                    .toList();
            // Who is passed on to another instance in this very step waits nowhere (D-158).
            boolean own = reference.connection(sent.connection()).binding().equals(call.target());
            if (waiting.size() > 1 && own) {
                check.reached();
                CallRecord first = waiting.get(0);
                if (first != call) {
                    overtaken.add(new Overtaken(first, first.target(), call));
                }
            }
        }
    }

    /** Unless it turns out that the first was passed on as well, or ended. */
    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Overtaken it : overtaken) {
            check.require(
                    it.first.isDone() || !it.first.target().equals(it.target), () -> it.by + " overtook " + it.first);
        }
        overtaken.clear();
    }

    private static boolean hasTool(CallRecord call) {
        return call.target()
                .flatMap(it -> it.tool(call.cause().session(), call.cause().tool()))
                .isPresent();
    }
}
