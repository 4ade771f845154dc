package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Use;

/**
 * I-13: a tool may be used only if no {@code deny} matches and every gate that does has agreed, in time and itself, or had all
 * its time and may be silent. Confined to one simulation.
 */
public final class Consent implements Invariant {
    private static final String CALLS = "calls denied by a rule";

    private final Judge judge = new Judge("I-13");

    public Consent() {
        judge.expect(CALLS);
    }

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDecided(Consequence.Decided decided, Chronicle chronicle) {
        chronicle.uses().of(decided.check()).ifPresent(use -> check(use, decided, chronicle));
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (sent.message() instanceof ToolCall call) {
            String tool = call.tool().value();
            judge.require(!isDenied(call.sessionId(), tool, chronicle), () -> "denied, and sent: " + sent);
        }
    }

    @Override
    public void onDone(Consequence.HostDone done, Chronicle chronicle) {
        CallRecord call = chronicle.calls().of(done.call());
        if (call != null
                && !call.isSent()
                && isDenied(call.cause().session(), call.cause().tool(), chronicle)) {
            judge.reached(CALLS);
        }
    }

    /** Whether a rule that is about that tool and nothing else certainly denies its calls. */
    private static boolean isDenied(SessionId session, String tool, Chronicle chronicle) {
        return chronicle.bindings().guards().of(session, chronicle.now()).stream()
                .flatMap(guard -> guard.rules().stream())
                .filter(HookRule.Deny.class::isInstance)
                .anyMatch(rule -> rule.match().equals(Match.tool(tool)));
    }

    private void check(Use use, Consequence.Decided decided, Chronicle chronicle) {
        boolean ruled = !chronicle
                .bindings()
                .guards()
                .of(use.session(), chronicle.now())
                .isEmpty();
        if (ruled) {
            judge.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, chronicle)) {
                judge.require(
                        objection.unfinished() || objection.guard().isOrphaned(),
                        () -> use + " was allowed in spite of " + objection.rule());
            }
        }
    }
}
