package io.tapgateway.app.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A prompt for people to read: every part under a heading that says where it comes from. The texts are indented, so
 * that none of them can pass for a heading. Not thread-safe.
 */
public final class PromptListing {
    private static final String INDENT = "    ";

    private final List<String> lines = new ArrayList<>();

    /** Adds a section, or what providers have to say besides. */
    public PromptListing part(String heading, String text) {
        lines.add(heading.replaceAll("\\s+", " "));
        text.lines().forEach(line -> lines.add(INDENT + line));
        return this;
    }

    /** Adds a sentence about the prompt. */
    public PromptListing note(String sentence) {
        lines.add("Note: " + sentence.replaceAll("\\s+", " "));
        return this;
    }

    /** Everything, line by line. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
