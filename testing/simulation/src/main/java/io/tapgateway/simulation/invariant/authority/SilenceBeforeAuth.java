package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-24: who has not proved who they are hears nothing of what goes on, and is told of the sessions only in answer to
 * the proof. Confined to one simulation.
 */
public final class SilenceBeforeAuth implements Invariant {
    private final Check check = new Check("I-24");
    private long asking;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        boolean proof = cause instanceof Cause.Arrived arrived
                && (arrived.message(Auth.class).isPresent()
                        || arrived.message(AuthConfirm.class).isPresent());
        asking = proof ? ((Cause.Arrived) cause).connection() : 0;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        ConnectionRecord connection = reference.connection(sent.connection());
        boolean welcome = sent.message() instanceof Sessions && sent.connection() == asking;
        boolean harmless = sent.message() instanceof ErrorMessage
                || (sent.message() instanceof AuthPairing && connection.phase() == ConnectionRecord.Phase.IN_QUESTION);
        check.require(
                !connection.isUnauthenticated() || welcome || harmless,
                () -> "sent to somebody who may be anybody: " + sent);
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        boolean news = false;
        boolean answered = false;
        for (Consequence.Sent sent : step.sent()) {
            news |= sent.message() instanceof SessionsUpdated;
            answered |= reference.connection(sent.connection()).isUnauthenticated();
        }
        if (answered || (news && reference.open().stream().anyMatch(ConnectionRecord::isUnauthenticated))) {
            check.reached();
        }
    }
}
