package io.tapgateway.mcp.provider;

import java.util.Optional;
import java.util.Set;

/**
 * Which of a server's tools its user wants, by the server's own names (M-060). Immutable.
 *
 * @param only these; all of them if empty
 * @param without none of these, whatever {@code only} says
 */
public record ToolChoice(Optional<Set<String>> only, Set<String> without) {
    /** Whatever the server has. */
    public static final ToolChoice ALL = new ToolChoice(Optional.empty(), Set.of());

    public ToolChoice {
        only = only.map(Set::copyOf);
        without = Set.copyOf(without);
    }

    boolean includes(String tool) {
        return !without.contains(tool) && only.map(it -> it.contains(tool)).orElse(true);
    }
}
