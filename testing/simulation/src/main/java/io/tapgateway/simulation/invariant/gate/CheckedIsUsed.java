package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Use;

/** I-19: a gate is shown what the host means to do, and that is what the host may do. Confined to one simulation. */
public final class CheckedIsUsed implements Invariant {
    private final Judge judge = new Judge("I-19");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (sent.message() instanceof GateCheck check) {
            judge.reached();
            boolean same = chronicle
                    .uses()
                    .of(check)
                    .filter(use -> isAbout(check, use))
                    .isPresent();
            judge.require(same, () -> "nobody wants to do that: " + sent);
        }
    }

    private static boolean isAbout(GateCheck check, Use use) {
        return use.args().equals(check.args())
                && use.tool().equals(check.tool())
                && use.session().equals(check.sessionId());
    }

    @Override
    public void onDecided(Consequence.Decided decided, Chronicle chronicle) {
        if (decided.decision() instanceof HookDecision.Allow allow) {
            boolean same = chronicle
                    .uses()
                    .of(decided.check())
                    .filter(use -> allow.permit().covers(use.tool(), use.args()))
                    .isPresent();
            judge.require(same, () -> "that was not asked: " + decided);
        }
    }
}
