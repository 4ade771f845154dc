package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Use;

/** I-19: a gate is shown what the host means to do, and that is what the host may do. Confined to one simulation. */
public final class CheckedIsUsed implements Invariant {
    private final Check check = new Check("I-19");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof GateCheck question) {
            check.reached();
            boolean same = reference
                    .uses()
                    .of(question)
                    .filter(use -> isAbout(question, use))
                    .isPresent();
            check.require(same, () -> "nobody wants to do that: " + sent);
        }
    }

    private static boolean isAbout(GateCheck check, Use use) {
        return use.args().equals(check.args())
                && use.tool().equals(check.tool())
                && use.session().equals(check.sessionId());
    }

    @Override
    public void onDecided(Consequence.Decided decided, ReferenceModel reference) {
        if (decided.decision() instanceof HookDecision.Allow allow) {
            boolean same = reference
                    .uses()
                    .of(decided.check())
                    .filter(use -> allow.permit().covers(use.tool(), use.args()))
                    .isPresent();
            check.require(same, () -> "that was not asked: " + decided);
        }
    }
}
