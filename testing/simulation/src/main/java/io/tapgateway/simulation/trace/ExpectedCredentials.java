package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All tokens that were ever given out, as they must be. Confined to the thread of its simulation. */
public final class ExpectedCredentials {
    private final Map<String, ExpectedCredential> byToken = new HashMap<>();

    ExpectedCredentials() {}

    /** What a token stands or stood for; empty if nobody ever gave it out. */
    public Optional<ExpectedCredential> of(String token) {
        return Optional.ofNullable(byToken.get(token));
    }

    void issue(Cause.TokenIssued issued) {
        ExpectedCredential.Kind kind =
                issued.session().isPresent() ? ExpectedCredential.Kind.SPAWNED : ExpectedCredential.Kind.DISCOVERED;
        byToken.put(issued.token(), new ExpectedCredential(kind, issued.session()));
    }

    /** Somebody has entered the right code. */
    void issue(String token, ExpectedCredential paired) {
        byToken.put(token, paired);
    }

    void revoke(String token) {
        of(token).ifPresent(ExpectedCredential::end);
    }

    void sessionEnded(SessionId session) {
        byToken.values().stream()
                .filter(it -> it.home().equals(Optional.of(session)))
                .forEach(ExpectedCredential::end);
    }
}
