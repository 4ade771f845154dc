package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.core.kernel.Entropy;
import io.tapgateway.runtime.core.state.FixedName;
import io.tapgateway.runtime.core.state.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that are valid now, by digest; the tokens themselves are not kept (D-039 – D-043, D-054). Confined to the
 * loop.
 */
public final class Tokens {
    private static final String PREFIX = "ptk-";
    private static final String PAIRED_PREFIX = "ext-tok-";

    private final Entropy entropy;
    private final Map<TokenDigest, Credential> credentials = new LinkedHashMap<>();
    private @Nullable TokenDigest discoveryDigest;
    private long issued;

    public Tokens(Entropy entropy) {
        this.entropy = entropy;
    }

    /** A token for one named program of one session. */
    public Secret issueSpawn(SessionId session, ProviderName name) {
        String token = PREFIX + entropy.secret();
        credentials.put(
                TokenDigest.of(token),
                Credential.ofProgram(new Principal(
                        "spawn-" + ++issued, TrustLevel.PROJECT, Optional.of(session), Optional.of(name))));
        return Secret.of(token);
    }

    /** A token for all programs of the user; whoever held the previous one is to be shown out by the caller. */
    public Secret issueDiscovery() {
        String token = PREFIX + entropy.secret();
        discoveryDigest = TokenDigest.of(token);
        credentials.put(
                discoveryDigest,
                Credential.ofProgram(new Principal(
                        "discovery-" + ++issued, TrustLevel.DISCOVERY, Optional.empty(), Optional.empty())));
        return Secret.of(token);
    }

    /** A token after pairing, with what it stands for. */
    public Paired issuePaired(PairingDesk.Confirmed pairing) {
        String token = PAIRED_PREFIX + entropy.secret();
        Principal principal = new Principal(
                "paired-" + ++issued, TrustLevel.EXTERNAL, Optional.of(pairing.session()), Optional.empty());
        Credential credential =
                new Credential(principal, pairing.origin(), Optional.of(new FixedName(pairing.claimedName())));
        credentials.put(TokenDigest.of(token), credential);
        return new Paired(Secret.of(token), credential);
    }

    /** A new token and what it stands for. */
    public record Paired(Secret token, Credential credential) {}

    /** Whether a page of that origin has a token that lets it in. */
    public boolean knows(String origin) {
        return credentials.values().stream().anyMatch(it -> it.origin().equals(Optional.of(origin)));
    }

    /** Takes the present discovery token out of use. */
    public Optional<Principal> revokeDiscovery() {
        TokenDigest digest = discoveryDigest;
        discoveryDigest = null;
        return digest == null
                ? Optional.empty()
                : Optional.ofNullable(credentials.remove(digest)).map(Credential::principal);
    }

    /** Takes the token of one program or page out of use; what all programs share, nobody revokes by showing it. */
    public Optional<Principal> revoke(Secret token) {
        TokenDigest digest = TokenDigest.of(token.reveal());
        return digest.equals(discoveryDigest)
                ? Optional.empty()
                : Optional.ofNullable(credentials.remove(digest)).map(Credential::principal);
    }

    /** Takes the tokens of an ended session out of use. */
    public void sessionEnded(SessionId session) {
        credentials.values().removeIf(it -> it.principal().home().equals(Optional.of(session)));
    }

    /** What that token stands for. */
    Optional<Credential> find(String token) {
        return Optional.ofNullable(credentials.get(TokenDigest.of(token)));
    }
}
