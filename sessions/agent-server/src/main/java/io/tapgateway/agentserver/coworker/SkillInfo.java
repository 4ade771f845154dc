package io.tapgateway.agentserver.coworker;

import java.util.List;
import java.util.Optional;

/**
 * A skill, as clients see it (W-058). Immutable.
 *
 * @param path of its {@code SKILL.md}
 * @param face empty if nobody says how it is shown
 */
public record SkillInfo(
        String name,
        String path,
        Source source,
        boolean enabled,
        List<String> triggers,
        String description,
        Optional<SkillFace> face) {
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

    /** One of which nobody says how it is shown. */
    public SkillInfo(
            String name, String path, Source source, boolean enabled, List<String> triggers, String description) {
        this(name, path, source, enabled, triggers, description, Optional.empty());
    }

    /** The same, shown like that. */
    public SkillInfo with(Optional<SkillFace> shown) {
        return new SkillInfo(name, path, source, enabled, triggers, description, shown);
    }
}
