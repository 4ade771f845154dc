package io.tapgateway.runtime.core.prompt;

import io.tapgateway.runtime.PromptAssembly.Change;
import java.util.ArrayList;
import java.util.List;

/**
 * How one section is made: the text to begin with, the callbacks that rewrite it, and the texts around the result.
 * Immutable.
 *
 * @param name the host's
 * @param base the host's text, or what takes its place
 * @param callbacks in the order in which each gets what the one before it made
 * @param before ahead of the section, in order
 * @param after behind it, in order
 * @param changes the changes that these texts are
 */
record SectionPlan<P>(
        String name,
        String base,
        List<Contribution<P>> callbacks,
        List<String> before,
        List<String> after,
        List<Change> changes) {
    private static final String GAP = "\n\n";

    SectionPlan {
        callbacks = List.copyOf(callbacks);
        before = List.copyOf(before);
        after = List.copyOf(after);
        changes = List.copyOf(changes);
    }

    /** The section around what callbacks have made of its base; what is empty takes no room. */
    String around(String current) {
        List<String> parts = new ArrayList<>(before);
        parts.add(current);
        parts.addAll(after);
        parts.removeIf(String::isEmpty);
        return String.join(GAP, parts);
    }
}
