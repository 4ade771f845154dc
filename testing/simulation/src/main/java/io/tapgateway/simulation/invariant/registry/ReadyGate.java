package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;

/**
 * I-48: a provider of all sessions has nothing to do with one that is newer than its registration, nor that one with
 * it, until it says that it is ready. Confined to one simulation.
 */
public final class ReadyGate implements Invariant {
    private final Check check = new Check("I-48");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (BindingRecord binding : reference.bindings().live()) {
            if (binding.scope().isAll()) {
                for (SessionRecord session : reference.sessions()) {
                    boolean newer = session.openedIn() > binding.bornIn();
                    if (newer && !binding.tools().containsKey(session.id())) {
                        check(binding, session.id(), step, reference);
                    }
                }
            }
        }
    }

    private void check(BindingRecord binding, SessionId session, Step step, ReferenceModel reference) {
        if (concerns(step.cause(), binding, session)) {
            check.reached();
        }
        for (Consequence.Sent sent : step.sent()) {
            boolean harmless = sent.message() instanceof SessionsUpdated || sent.message() instanceof ErrorMessage;
            check.require(
                    harmless
                            || sent.connection() != binding.connection()
                            || !sent.text().contains(session.value()),
                    () -> sent + " is about a session that the provider is not ready for");
        }
        String name = binding.identity().name().folded();
        boolean shared = reference.bindings().live().stream()
                .anyMatch(it ->
                        it.identity().name().folded().equals(name) && it.tools().containsKey(session));
        boolean present = step.after().session(session).stream()
                .map(Snapshot.SessionState::tools)
                .flatMap(tools -> tools.stream())
                .anyMatch(tool -> tool.provider().folded().equals(name));
        check.require(
                shared || !present, () -> "tools of " + name + " are in " + session + ", which it is not ready for");
    }

    private static boolean concerns(Cause cause, BindingRecord binding, SessionId session) {
        if (cause instanceof Cause.Arrived arrived) {
            return arrived.connection() == binding.connection();
        } else if (cause instanceof Cause.Invoked invoked) {
            return invoked.session().equals(session);
        } else if (cause instanceof Cause.Published published) {
            return published.session().equals(session);
        }
        return cause instanceof Cause.Idled idled && idled.session().equals(session);
    }
}
