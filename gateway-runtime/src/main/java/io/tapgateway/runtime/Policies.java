package io.tapgateway.runtime;

import io.tapgateway.protocol.model.TrustLevel;
import java.util.Optional;
import java.util.Set;

/**
 * What an embedder has settled, besides limits. Immutable.
 *
 * @param files where providers may keep files; empty if nowhere
 * @param hintsOf whose hints at what a tool does are all passed on (D-236)
 */
public record Policies(HookPolicy hooks, Optional<FileResults> files, Set<TrustLevel> hintsOf) {
    /** What holds unless an embedder says otherwise. */
    public static final Policies STANDARD =
            new Policies(HookPolicy.STANDARD, Optional.empty(), Set.of(TrustLevel.INTERNAL));

    public Policies {
        hintsOf = Set.copyOf(hintsOf);
    }
}
