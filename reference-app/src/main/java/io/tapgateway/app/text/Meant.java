package io.tapgateway.app.text;

import java.util.Collection;
import java.util.Comparator;
import org.jline.utils.Levenshtein;

/** What somebody wanted to write. Stateless. */
public final class Meant {
    /** In a short word; one in three letters of a longer one. */
    private static final int MOST_TYPOS = 2;

    private Meant() {}

    /**
     * A question that ends a sentence about a word which is not known, if it is clear enough what was meant; otherwise
     * nothing.
     */
    public static String question(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparing(it -> Levenshtein.distance(word, it)))
                .filter(it -> Levenshtein.distance(word, it) <= Math.max(MOST_TYPOS, word.length() / 3))
                .map(it -> " Did you mean '" + it + "'?")
                .orElse("");
    }
}
