package io.tapgateway.agentserver.coworker;

import java.util.List;

/**
 * A skill, as clients see it (W-058). Immutable.
 *
 * @param path of its {@code SKILL.md}
 */
public record SkillInfo(
        String name, String path, Source source, boolean enabled, List<String> triggers, String description) {
    /** Where it was found. */
    public enum Source {
        PROJECT("project"),
        GLOBAL("global"),
        USER("user"),
        BUILT_IN("built-in");

        private final String word;

        Source(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    public SkillInfo {
        triggers = List.copyOf(triggers);
    }
}
