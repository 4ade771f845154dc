package io.tapgateway.mcp.session;

import io.tapgateway.runtime.RegisteredTool;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What a model looks for among tools, in words (M-027): a word in a name counts more than one in a title, and that more
 * than one in a description. Immutable.
 */
final class ToolSearch {
    private static final int IN_NAME = 4;
    private static final int IN_TITLE = 2;
    private static final int IN_DESCRIPTION = 1;

    private final List<String> words;

    /** @param query empty for all tools */
    ToolSearch(String query) {
        this.words = Arrays.stream(query.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1))
                .filter(it -> !it.isEmpty())
                .distinct()
                .toList();
    }

    /** The tools that have any of the words, the best first, and of equal ones by name. */
    List<RegisteredTool> in(List<RegisteredTool> tools, int most) {
        return tools.stream()
                .filter(it -> words.isEmpty() || score(it) > 0)
                .sorted(Comparator.comparingInt(this::score)
                        .reversed()
                        .thenComparing(it -> it.name().value()))
                .limit(most)
                .toList();
    }

    private int score(RegisteredTool tool) {
        String name = tool.name().value().toLowerCase(Locale.ROOT);
        String title = tool.profile().title().orElse("").toLowerCase(Locale.ROOT);
        String description = tool.description().toLowerCase(Locale.ROOT);
        return words.stream()
                .mapToInt(word -> (name.contains(word) ? IN_NAME : 0)
                        + (title.contains(word) ? IN_TITLE : 0)
                        + (description.contains(word) ? IN_DESCRIPTION : 0))
                .sum();
    }
}
