package io.tapgateway.protocol.model;

import java.util.Optional;

/**
 * Which tool calls a rule is about; absent parts match everything, present ones must all match (D-165). Immutable.
 *
 * @param tool exact, case-sensitive tool name, or {@code "*"}
 * @param args regular expression searched in the ECMA-262 form of the arguments (D-168, D-171)
 * @param file glob over the path arguments (D-166)
 * @param provider name of the provider that owns the tool; {@code host} for the host's own (D-167)
 */
public record Match(
        Optional<String> tool, Optional<String> args, Optional<String> file, Optional<ProviderName> provider) {
    /** Matches every tool call. */
    public static final Match ANY = new Match(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
