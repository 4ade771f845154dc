package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Use;

/**
 * I-13: a tool may be used only if no {@code deny} matches and every gate that does has agreed, in time and itself, or
 * had all its time and may be silent. Confined to one simulation.
 */
public final class Consent implements Invariant {
    private static final String CALLS = "calls denied by a rule";

    private final Check check = new Check("I-13");

    public Consent() {
        check.expect(CALLS);
    }

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDecided(Consequence.Decided decided, ReferenceModel reference) {
        reference.uses().of(decided.check()).ifPresent(use -> check(use, decided, reference));
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall call) {
            String tool = call.tool().value();
            check.require(!isDenied(call.sessionId(), tool, reference), () -> "denied, and sent: " + sent);
        }
    }

    @Override
    public void onDone(Consequence.HostDone done, ReferenceModel reference) {
        CallRecord call = reference.calls().of(done.call());
        if (call != null
                && !call.isSent()
                && isDenied(call.cause().session(), call.cause().tool(), reference)) {
            check.reached(CALLS);
        }
    }

    /** Whether a rule that is about that tool and nothing else certainly denies its calls. */
    private static boolean isDenied(SessionId session, String tool, ReferenceModel reference) {
        return reference.bindings().guards().of(session, reference.now()).stream()
                .flatMap(guard -> guard.rules().stream())
                .filter(HookRule.Deny.class::isInstance)
                .anyMatch(rule -> rule.match().equals(Match.tool(tool)));
    }

    private void check(Use use, Consequence.Decided decided, ReferenceModel reference) {
        boolean ruled = !reference
                .bindings()
                .guards()
                .of(use.session(), reference.now())
                .isEmpty();
        if (ruled) {
            check.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, reference)) {
                check.require(
                        objection.unfinished() || objection.guard().isOrphaned(),
                        () -> use + " was allowed in spite of " + objection.rule());
            }
        }
    }
}
