package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.Collection;

/**
 * I-30: no identity is bound twice at once, and one that is bound to all sessions not in any of them. Confined to one
 * simulation.
 */
public final class Uniqueness implements Invariant {
    private final Check check = new Check("I-30");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        boolean bound = step.sent().stream().anyMatch(sent -> sent.message() instanceof HelloAck);
        if (!bound) {
            return;
        }
        Collection<BindingRecord> live = reference.bindings().live();
        for (BindingRecord one : live) {
            for (BindingRecord other : live) {
                if (one != other) {
                    check.reached();
                    check.require(
                            !meet(one, other),
                            () -> one.identity() + " is bound on connections " + one.connection() + " and "
                                    + other.connection());
                }
            }
        }
    }

    private static boolean meet(BindingRecord one, BindingRecord other) {
        boolean sameIdentity =
                one.identity().name().folded().equals(other.identity().name().folded())
                        && one.identity().instance().equals(other.identity().instance());
        boolean sameScope = one.scope().equals(other.scope())
                || one.scope().isAll()
                || other.scope().isAll();
        return sameIdentity && sameScope;
    }
}
