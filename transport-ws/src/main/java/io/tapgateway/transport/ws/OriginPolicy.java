package io.tapgateway.transport.ws;

import io.tapgateway.transport.ws.handshake.WebOrigin;
import java.util.Optional;
import java.util.Set;

/**
 * From which web origins pages may connect at all. Whoever is let in still has to pair, and never gets more than
 * external trust (T-01). Origins are compared byte by byte; there are no wildcards (D-014). Immutable.
 */
public final class OriginPolicy {
    private final Optional<Set<String>> admitted;

    private OriginPolicy(Optional<Set<String>> admitted) {
        this.admitted = admitted;
    }

    /** Every well-formed origin; the gateway's pairing policy decides. */
    public static OriginPolicy everyOrigin() {
        return new OriginPolicy(Optional.empty());
    }

    /**
     * These origins and no others.
     *
     * @param origins each as a browser writes it: {@code https://example.com}, {@code http://localhost:5173}
     * @throws IllegalArgumentException if one is not a well-formed origin
     */
    public static OriginPolicy only(Set<String> origins) {
        for (String origin : origins) {
            if (!WebOrigin.isWellFormed(origin)) {
                throw new IllegalArgumentException(
                        "'" + origin
                                + "' is not an origin as browsers write it: scheme://host or scheme://host:port, in lower case");
            }
        }
        return new OriginPolicy(Optional.of(Set.copyOf(origins)));
    }

    boolean admits(String origin) {
        return admitted.isEmpty() || admitted.get().contains(origin);
    }
}
