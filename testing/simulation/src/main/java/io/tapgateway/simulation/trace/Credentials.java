package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All tokens that were ever given out, as they must be. Confined to the thread of its simulation. */
public final class Credentials {
    private final Map<String, Credential> byToken = new HashMap<>();

    Credentials() {}

    /** What a token stands or stood for; empty if nobody ever gave it out. */
    public Optional<Credential> of(String token) {
        return Optional.ofNullable(byToken.get(token));
    }

    void issue(Cause.TokenIssued issued) {
        Credential.Kind kind = issued.session().isPresent() ? Credential.Kind.SPAWNED : Credential.Kind.DISCOVERED;
        byToken.put(issued.token(), new Credential(kind, issued.session(), issued.name()));
    }

    /** Somebody has entered the right code. */
    void issue(String token, Credential paired) {
        byToken.put(token, paired);
    }

    void revoke(String token) {
        of(token).ifPresent(Credential::end);
    }

    void sessionEnded(SessionId session) {
        byToken.values().stream()
                .filter(it -> it.home().equals(Optional.of(session)))
                .forEach(Credential::end);
    }
}
