package io.tapgateway.simulation.invariant.resource;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * I-55: once the end of a session has been announced, nothing new is sent for it; it ends once, when everybody is ready
 * or gone, or at the deadline, with its calls; from then on nobody is told of it. Confined to one simulation.
 */
public final class OrderlyEnd implements Invariant {
    private final Check check = new Check("I-55");

    /** Sessions whose end is near, with those who have yet to say that they are ready for it. */
    private final Map<SessionRecord, List<BindingRecord>> ending = new HashMap<>();

    private boolean closing;
    private final Set<SessionId> gone = new HashSet<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        // One session after the other: the end of one may let another go on for a moment.
        closing = cause instanceof Cause.GatewayClosing;
        ending.clear();
        for (SessionRecord session : reference.sessions()) {
            if (session.isEnding()) {
                ending.put(session, unready(session, reference));
            }
        }
        if (cause instanceof Cause.SessionOpened opened) {
            gone.remove(opened.info().id());
        }
    }

    private static List<BindingRecord> unready(SessionRecord session, ReferenceModel reference) {
        List<BindingRecord> unready = new ArrayList<>();
        for (BindingRecord binding : reference.bindings().live()) {
            if (binding.tools().containsKey(session.id()) && !session.ready().contains(binding)) {
                unready.add(binding);
            }
        }
        return unready;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall call && !closing) {
            boolean late = reference
                    .session(call.sessionId())
                    .filter(SessionRecord::isEnding)
                    .isPresent();
            check.require(!late, () -> sent + " although the end of the session has been announced");
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence consequence : step.consequences()) {
            if (consequence instanceof Consequence.Noticed noticed && noticed.notice() instanceof HostNotice.Ended) {
                ended(noticed.session(), step, reference);
            } else if (consequence instanceof Consequence.Sent sent && !(sent.message() instanceof ErrorMessage)) {
                gone.forEach(session -> check.require(
                        !sent.text().contains(session.value()), () -> sent + " mentions a session that has ended"));
            }
        }
        for (SessionRecord session : reference.sessions()) {
            if (session.isEnding()) {
                boolean justNow =
                        step.cause() instanceof Cause.SessionClosing || step.cause() instanceof Cause.GatewayClosing;
                check.require(
                        step.at() < session.deadline() || justNow, () -> session.id() + " goes on after its deadline");
                check.require(
                        !unready(session, reference).isEmpty(),
                        () -> session.id() + " goes on although everybody is ready for its end");
            }
        }
    }

    private void ended(SessionId id, Step step, ReferenceModel reference) {
        check.reached();
        check.require(gone.add(id), () -> id + " has ended twice");
        ending.forEach((session, awaited) -> {
            if (session.id().equals(id) && step.at() < session.deadline()) {
                awaited.removeIf(binding -> session.ready().contains(binding) || isOff(binding, step));
                check.require(awaited.isEmpty(), () -> id + " ended before these were ready: " + awaited);
            }
        });
        for (CallRecord call : reference.calls().pending()) {
            check.require(!call.cause().session().equals(id), () -> call + " survived the end of its session");
        }
    }

    private static boolean isOff(BindingRecord binding, Step step) {
        boolean own = (step.cause() instanceof Cause.Arrived arrived && arrived.connection() == binding.connection())
                || (step.cause() instanceof Cause.Hungup hungup && hungup.connection() == binding.connection());
        return own || step.closed(binding.connection()) || step.cause() instanceof Cause.GatewayClosing;
    }
}
