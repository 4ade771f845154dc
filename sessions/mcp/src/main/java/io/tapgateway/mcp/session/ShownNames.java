package io.tapgateway.mcp.session;

import io.tapgateway.protocol.model.Sha256;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What tools are called in front of one agent: as they are, or shorter where the agent cuts names (M-021). A name that
 * was shown once means the same tool for as long as the connection lasts. Thread-safe.
 */
final class ShownNames {
    /** How many names an agent that cuts them is shown in the life of a connection. */
    static final int MOST_NAMES = 10_000;

    /** Parts of the names of agents that put a prefix before names and cut what is longer than 64 then (G-010). */
    private static final Set<String> CUTTING = Set.of("gemini", "copilot");

    private static final int LONGEST = 50;
    private static final int KEPT = 41;

    private final boolean cuts;

    /** Tools by the names under which an agent that cuts them has seen them. */
    private final Map<String, String> tools = new ConcurrentHashMap<>();

    private ShownNames(boolean cuts) {
        this.cuts = cuts;
    }

    /** Names for an agent that calls itself so. */
    static ShownNames forAgent(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return new ShownNames(CUTTING.stream().anyMatch(lower::contains));
    }

    /** What a tool is called in front of the agent; empty if its name means another one there. */
    Optional<String> shown(String tool) {
        if (!cuts) {
            return Optional.of(tool);
        }
        String name = tool.length() <= LONGEST ? tool : tool.substring(0, KEPT) + "_" + Sha256.brief(tool);
        if (tools.size() >= MOST_NAMES && !tools.containsKey(name)) {
            return Optional.empty();
        }
        return Optional.of(name)
                .filter(it -> tools.computeIfAbsent(it, first -> tool).equals(tool));
    }

    /** Which tool the agent means. */
    String tool(String shown) {
        return tools.getOrDefault(shown, shown);
    }
}
