package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Credential;
import io.tapgateway.simulation.trace.Step;
import java.util.Optional;

/**
 * I-25: a token opens the door exactly as long as it lives, from where it belongs only, and for as many connections as there
 * is room for; in the step in which it dies, who came by it loses every influence. Confined to one simulation.
 */
public final class TokenSoundness implements Invariant {
    private enum Verdict {
        NOT_ASKED,
        LET_IN,
        TURN_AWAY
    }

    private final Judge judge = new Judge("I-25");
    private Verdict verdict = Verdict.NOT_ASKED;
    private Optional<Credential> revoked = Optional.empty();
    private boolean powerless;

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        verdict = Verdict.NOT_ASKED;
        powerless = false;
        revoked = Optional.empty();
        if (cause instanceof Cause.Revoked revocation) {
            revoked = chronicle.credentials().of(revocation.token()).filter(Credential::isLive);
        }
        if (cause instanceof Cause.Arrived arrived) {
            ConnectionRecord connection = chronicle.connection(arrived.connection());
            powerless = connection.isAuthenticated()
                    && connection.credential().filter(it -> !it.isLive()).isPresent();
            if (connection.phase() == Phase.AWAIT_AUTH && arrived.token().isPresent()) {
                verdict = judge(connection, arrived.token().get(), chronicle);
            }
        }
    }

    private static Verdict judge(ConnectionRecord connection, String token, Chronicle chronicle) {
        Optional<Credential> credential = chronicle.credentials().of(token).filter(Credential::isLive);
        boolean atHome =
                credential.filter(it -> it.origin().equals(connection.origin())).isPresent();
        if (credential.isEmpty() || !atHome) {
            return Verdict.TURN_AWAY;
        }
        long sharing = chronicle.open().stream()
                .filter(it -> it.isAuthenticated() && it.credential().equals(credential))
                .count();
        boolean room = credential.get().kind() == Credential.Kind.DISCOVERED
                || sharing < chronicle.limits().get(Limit.CONNECTIONS_PER_TOKEN);
        long all = chronicle.open().stream()
                .filter(it -> it.isAuthenticated() && !it.isLocal())
                .count();
        return room && all < chronicle.limits().get(Limit.AUTHENTICATED_CONNECTIONS)
                ? Verdict.LET_IN
                : Verdict.TURN_AWAY;
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (verdict != Verdict.NOT_ASKED) {
            judge.reached();
            long connection = step.arrival().orElseThrow().connection();
            boolean in = !step.sentTo(connection, Sessions.class).isEmpty();
            judge.require(
                    in == (verdict == Verdict.LET_IN),
                    () -> "a token of " + chronicle.connection(connection).credential() + " was "
                            + (in ? "accepted" : "not accepted"));
        }
        if (powerless) {
            judge.reached();
            judge.require(
                    step.before().sessions().equals(step.after().sessions()),
                    () -> "a token that is worth nothing changed "
                            + step.before().sessions() + " to " + step.after().sessions());
        }
        for (ConnectionRecord connection : chronicle.open()) {
            judge.require(
                    revoked.isEmpty()
                            || !connection.isAuthenticated()
                            || !connection.credential().equals(revoked),
                    () -> "connection " + connection.id() + " survived the revocation of its token");
        }
    }
}
