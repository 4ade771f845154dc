package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import java.util.Optional;

/**
 * The credential a connection authenticated with (D-232): key of every budget and owner of identities. Immutable.
 *
 * @param key tells principals apart; not a secret
 * @param home the one session it may use; empty where the trust level decides
 * @param name the only name it may use; empty for any
 */
public record Principal(String key, TrustLevel trust, Optional<SessionId> home, Optional<ProviderName> name) {
    /**
     * The key that rates and the ownership of identities are counted under. The discovery token is shared by unrelated
     * programs of the user, so there the name belongs to it. What a host attaches in the place of a program has another
     * key each time, though it comes back as the same program under its name (D-191).
     */
    public String budgetKey(ProviderName provider) {
        return switch (trust) {
            case DISCOVERY -> key + "/" + provider.folded();
            case PROJECT ->
                name.isPresent()
                        ? key
                        : home.map(it -> "program of " + it + "/" + provider.folded())
                                .orElse(key);
            case INTERNAL, EXTERNAL -> key;
        };
    }

    /**
     * Who may have several instances under one name (D-079): the holder of the token; within the process, the host that
     * attaches them.
     */
    public String owner() {
        return trust == TrustLevel.INTERNAL ? home.map(it -> "host of " + it).orElse(key) : key;
    }

    /** This principal after its session has ended: it may join no session, not even a later one that reuses the id. */
    public Principal homeless() {
        return new Principal(key, trust, Optional.empty(), name);
    }
}
