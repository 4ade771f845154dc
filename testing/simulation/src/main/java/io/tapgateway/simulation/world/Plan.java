package io.tapgateway.simulation.world;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which scenario to run: everything that a seed makes, or only some of its actions. Immutable.
 *
 * <p>As a text: the seed, then {@code @} and the time at which no actor begins anything new, then {@code :} and the
 * actions that are kept.
 *
 * @param kept the actions that are carried out; empty for all
 * @param end when nobody begins anything new any more, in nanoseconds; empty for a number of steps that the seed
 *     decides
 */
public record Plan(long seed, Optional<Set<String>> kept, OptionalLong end) {
    /** Everything that a seed makes. */
    public static Plan of(long seed) {
        return new Plan(seed, Optional.empty(), OptionalLong.empty());
    }

    /**
     * What {@link #toString} wrote.
     *
     * @throws NumberFormatException if it did not
     */
    public static Plan parse(String text) {
        String[] scenarioAndDeeds = text.split(":", 2);
        String[] seedAndEnd = scenarioAndDeeds[0].split("@", 2);
        Optional<Set<String>> kept = scenarioAndDeeds.length < 2
                ? Optional.empty()
                : Optional.of(new LinkedHashSet<>(Arrays.asList(scenarioAndDeeds[1].split(","))));
        OptionalLong end =
                seedAndEnd.length < 2 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(seedAndEnd[1]));
        return new Plan(Long.parseLong(seedAndEnd[0]), kept, end);
    }

    /** The same scenario with these actions only, up to that time. */
    public Plan keeping(Collection<String> actions, long until) {
        return new Plan(seed, Optional.of(new LinkedHashSet<>(actions)), OptionalLong.of(until));
    }

    /** Whether an action is carried out. */
    public boolean keeps(String action) {
        return kept.isEmpty() || kept.get().contains(action);
    }

    @Override
    public String toString() {
        return seed
                + (end.isPresent() ? "@" + end.getAsLong() : "")
                + kept.map(actions -> ":" + String.join(",", actions)).orElse("");
    }
}
