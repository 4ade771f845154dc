package io.tapgateway.runtime;

import java.util.Optional;

/**
 * What an embedder has settled, besides limits. Immutable.
 *
 * @param files where providers may keep files; empty if nowhere
 */
public record Policies(HookPolicy hooks, Optional<FileResults> files) {
    /** What holds unless an embedder says otherwise. */
    public static final Policies STANDARD = new Policies(HookPolicy.STANDARD, Optional.empty());
}
