package io.tapgateway.runtime.core.pattern;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Texts of which every match of a pattern contains at least one, so that a text without any of them need not be
 * searched. Immutable.
 *
 * @param texts not empty, none of them empty, ASCII only
 * @param folded whether the pattern takes some of them in any case
 */
record Literals(Set<String> texts, boolean folded) {
    private static final int MOST_TEXTS = 16;
    private static final int LONGEST = 24;

    Literals {
        texts = Set.copyOf(texts);
    }

    /** What is required if that text is; empty if it says nothing. */
    static Optional<Literals> of(String text, boolean folded) {
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(new Literals(Set.of(text.substring(0, Math.min(text.length(), LONGEST))), folded));
    }

    /** What is required if one of both is; empty if that is too much to look for. */
    Optional<Literals> or(Literals other) {
        Set<String> both = new LinkedHashSet<>(texts);
        both.addAll(other.texts);
        return both.size() > MOST_TEXTS ? Optional.empty() : Optional.of(new Literals(both, folded || other.folded));
    }

    /** Whichever of two that are both required is rarer, by the look of it. */
    Literals and(Literals other) {
        return other.shortest() > shortest() ? other : this;
    }

    /** Whether a text surely has none of them. */
    boolean isMissingFrom(String text) {
        return !folded && texts.stream().noneMatch(text::contains);
    }

    private int shortest() {
        return texts.stream().mapToInt(String::length).min().orElse(0);
    }
}
