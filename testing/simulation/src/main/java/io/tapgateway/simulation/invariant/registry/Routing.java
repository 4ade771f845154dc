package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Binding;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;
import java.util.Optional;

/**
 * I-47: a call goes to the instance that its host named, or to the one that was active last; to another only while it
 * waits, if none was named. Confined to one simulation.
 */
public final class Routing implements Invariant {
    private final Judge judge = new Judge("I-47");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (!(sent.message() instanceof ToolCall message)) {
            return;
        }
        CallRecord call = chronicle.calls().of(message);
        Optional<Binding> receiver = chronicle.connection(sent.connection()).binding();
        if (call == null || receiver.filter(Binding::isInstance).isEmpty()) {
            return;
        }
        judge.reached();
        judge.require(message.args().get("target").isEmpty(), () -> "the provider got the target of " + call);
        judge.require(call.target().isPresent(), () -> call + " was sent, and nobody knows why");
        boolean own = receiver.equals(call.target());
        boolean waited = call.askedAt() < chronicle.now() || call.cause() != chronicle.cause();
        judge.require(
                own || (waited && call.cause().target().isEmpty()),
                () -> call + " was sent to " + receiver.get().identity() + " instead of "
                        + call.target().get().identity());
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (!(step.cause() instanceof Cause.Invoked invoked) || invoked.target().isEmpty()) {
            return;
        }
        CallRecord call = chronicle.calls().of(invoked.call());
        if (call == null || call.target().isPresent() || call.isMisfit()) {
            return;
        }
        judge.require(
                call.outcome().filter(Routing::isRefusal).isPresent(),
                () -> call + " for " + invoked.target() + " ended as " + call.outcome());
    }

    /** Nobody of that name is there, or the session is about to end. */
    private static boolean isRefusal(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Failure failure
                && (failure.code() == ToolErrorCode.NOT_FOUND || failure.code() == ToolErrorCode.CANCELLED);
    }
}
