package io.tapgateway.mcp.session;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which tools an agent finds by a search instead of in its list (M-027): a long list costs a model more than it is
 * worth. Immutable.
 *
 * @param longest how many tools of providers a list may have, 0 or more; where there are more, it has {@code pinned}
 *     only
 * @param pinned the names of tools that stay in the list
 */
public record LazyTools(int longest, Set<String> pinned) {
    /** All tools are in the list, however many. */
    public static final LazyTools NEVER = new LazyTools(Integer.MAX_VALUE, Set.of());

    /** Parts of the names of agents that never ask for the list again (G-011). */
    private static final List<String> DEAF = List.of("qwen");

    /** @throws IllegalArgumentException if the number is negative */
    public LazyTools {
        if (longest < 0) {
            throw new IllegalArgumentException("a list has 0 tools or more, not " + longest);
        }
        pinned = Set.copyOf(pinned);
    }

    /** Whether so many tools are too many for a list. */
    boolean isTooLong(int tools) {
        return tools > longest;
    }

    /** Whether a tool is listed where so many are there. */
    boolean lists(String tool, int tools) {
        return !isTooLong(tools) || pinned.contains(tool);
    }

    /** Whether an agent that calls itself so never hears of tools that come later. */
    static boolean isDeaf(String agent) {
        String lower = agent.toLowerCase(Locale.ROOT);
        return DEAF.stream().anyMatch(lower::contains);
    }
}
