package io.tapgateway.agentserver.coworker;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a client may show a skill, as the files for agents beside it say (W-058). Immutable.
 *
 * @param iconSmall the image itself, as a {@code data:} URL
 * @param iconLarge likewise
 * @param agents whose files there are
 */
public record SkillFace(
        Optional<String> displayName,
        Optional<String> shortDescription,
        Optional<String> iconSmall,
        Optional<String> iconLarge,
        Optional<String> defaultPrompt,
        List<String> agents) {
    public SkillFace {
        agents = List.copyOf(agents);
    }

    /** How many characters its icons have. */
    public int iconCharacters() {
        return Stream.of(iconSmall, iconLarge)
                .flatMap(Optional::stream)
                .mapToInt(String::length)
                .sum();
    }

    /** The same without icons. */
    public SkillFace plain() {
        return new SkillFace(displayName, shortDescription, Optional.empty(), Optional.empty(), defaultPrompt, agents);
    }
}
