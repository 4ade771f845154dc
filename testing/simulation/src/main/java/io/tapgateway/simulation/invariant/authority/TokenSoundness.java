package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.Optional;

/**
 * I-25: a token opens the door exactly as long as it lives, from where it belongs only, and for as many connections as
 * there is room for; in the step in which it dies, who came by it loses every influence. Confined to one simulation.
 */
public final class TokenSoundness implements Invariant {
    private enum Verdict {
        NOT_ASKED,
        LET_IN,
        TURN_AWAY
    }

    private final Check check = new Check("I-25");
    private Verdict verdict = Verdict.NOT_ASKED;
    private Optional<ExpectedCredential> revoked = Optional.empty();
    private boolean powerless;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        verdict = Verdict.NOT_ASKED;
        powerless = false;
        revoked = Optional.empty();
        if (cause instanceof Cause.Revoked revocation) {
            revoked = reference.credentials().of(revocation.token()).filter(ExpectedCredential::isLive);
        }
        if (cause instanceof Cause.Arrived arrived) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            powerless = connection.isAuthenticated()
                    && connection.credential().filter(it -> !it.isLive()).isPresent();
            if (connection.phase() == Phase.AWAIT_AUTH && arrived.token().isPresent()) {
                verdict = check(connection, arrived.token().get(), reference);
            }
        }
    }

    private static Verdict check(ConnectionRecord connection, String token, ReferenceModel reference) {
        Optional<ExpectedCredential> credential =
                reference.credentials().of(token).filter(ExpectedCredential::isLive);
        boolean atHome =
                credential.filter(it -> it.origin().equals(connection.origin())).isPresent();
        if (credential.isEmpty() || !atHome) {
            return Verdict.TURN_AWAY;
        }
        long sharing = reference.open().stream()
                .filter(it -> it.isAuthenticated() && it.credential().equals(credential))
                .count();
        boolean room = credential.get().kind() == ExpectedCredential.Kind.DISCOVERED
                || sharing < reference.limits().get(Limit.CONNECTIONS_PER_TOKEN);
        long all = reference.open().stream()
                .filter(it -> it.isAuthenticated() && !it.isLocal())
                .count();
        return room && all < reference.limits().get(Limit.AUTHENTICATED_CONNECTIONS)
                ? Verdict.LET_IN
                : Verdict.TURN_AWAY;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (verdict != Verdict.NOT_ASKED) {
            check.reached();
            long connection = step.arrival().orElseThrow().connection();
            boolean in = !step.sentTo(connection, Sessions.class).isEmpty();
            check.require(
                    in == (verdict == Verdict.LET_IN),
                    () -> "a token of " + reference.connection(connection).credential() + " was "
                            + (in ? "accepted" : "not accepted"));
        }
        if (powerless) {
            check.reached();
            check.require(
                    step.before().sessions().equals(step.after().sessions()),
                    () -> "a token that is worth nothing changed "
                            + step.before().sessions() + " to " + step.after().sessions());
        }
        for (ConnectionRecord connection : reference.open()) {
            check.require(
                    revoked.isEmpty()
                            || !connection.isAuthenticated()
                            || !connection.credential().equals(revoked),
                    () -> "connection " + connection.id() + " survived the revocation of its token");
        }
    }
}
