package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.core.kernel.Entropy;
import io.tapgateway.runtime.core.state.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tokens that are valid now, by digest; the tokens themselves are not kept (D-039 – D-043). Confined to the loop. */
public final class Tokens {
    private static final String PREFIX = "ptk-";

    private final Entropy entropy;
    private final Map<String, Principal> principals = new LinkedHashMap<>();
    private @Nullable String discoveryDigest;
    private long issued;

    public Tokens(Entropy entropy) {
        this.entropy = entropy;
    }

    /** A token for one named program of one session. */
    public Secret issueSpawn(SessionId session, ProviderName name) {
        String token = PREFIX + entropy.secret();
        principals.put(
                Digests.of(token),
                new Principal("spawn-" + ++issued, TrustLevel.PROJECT, Optional.of(session), Optional.of(name)));
        return Secret.of(token);
    }

    /** A token for all programs of the user; whoever held the previous one is to be shown out by the caller. */
    public Secret issueDiscovery() {
        String token = PREFIX + entropy.secret();
        discoveryDigest = Digests.of(token);
        principals.put(
                discoveryDigest,
                new Principal("discovery-" + ++issued, TrustLevel.DISCOVERY, Optional.empty(), Optional.empty()));
        return Secret.of(token);
    }

    /** Takes the present discovery token out of use. */
    public Optional<Principal> revokeDiscovery() {
        String digest = discoveryDigest;
        discoveryDigest = null;
        return digest == null ? Optional.empty() : Optional.ofNullable(principals.remove(digest));
    }

    /** Takes a token out of use. */
    public Optional<Principal> revoke(Secret token) {
        return Optional.ofNullable(principals.remove(Digests.of(token.reveal())));
    }

    /** Takes the tokens of an ended session out of use. */
    public void sessionEnded(SessionId session) {
        principals.values().removeIf(principal -> principal.home().equals(Optional.of(session)));
    }

    /** Whose token that is. */
    Optional<Principal> find(String token) {
        String digest = Digests.of(token);
        Optional<Principal> found = Optional.empty();
        for (Map.Entry<String, Principal> entry : principals.entrySet()) {
            if (Digests.same(entry.getKey(), digest)) {
                found = Optional.of(entry.getValue());
            }
        }
        return found;
    }
}
