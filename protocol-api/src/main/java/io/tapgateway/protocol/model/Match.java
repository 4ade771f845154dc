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

    /** Matches the calls of one tool. */
    public static Match tool(String name) {
        return new Match(Optional.of(name), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** This, and the arguments must match a regular expression as well. */
    public Match args(String pattern) {
        return new Match(tool, Optional.of(pattern), file, provider);
    }

    /** This, and a path argument must match a glob as well. */
    public Match file(String glob) {
        return new Match(tool, args, Optional.of(glob), provider);
    }

    /** This, and the tool must belong to that provider as well. */
    public Match provider(String owner) {
        return new Match(tool, args, file, Optional.of(new ProviderName(owner)));
    }
}
