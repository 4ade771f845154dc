package io.tapgateway.mcp.protocol.http;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a token is good for, in the words of who gives it out (RFC 6749, 3.3). Immutable.
 *
 * @param words in the order in which they were named; none if nobody has named any
 */
public record TokenScope(List<String> words) {
    /** Nobody has said what for. */
    public static final TokenScope UNNAMED = new TokenScope(List.of());

    public TokenScope {
        words = List.copyOf(words);
    }

    /** Those of a text, which has blanks between them; what is no word of a scope is passed over. */
    public static TokenScope of(String text) {
        return of(Arrays.asList(text.split(" ", -1)));
    }

    /** The same of words that come one by one. */
    public static TokenScope of(Collection<String> words) {
        return new TokenScope(
                words.stream().filter(TokenScope::isWord).distinct().toList());
    }

    private static boolean isWord(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\');
    }

    /** All that either is good for. */
    public TokenScope and(TokenScope other) {
        Set<String> all = new LinkedHashSet<>(words);
        all.addAll(other.words);
        return new TokenScope(List.copyOf(all));
    }

    /** This, unless it is unnamed. */
    public TokenScope or(TokenScope other) {
        return isUnnamed() ? other : this;
    }

    public boolean isUnnamed() {
        return words.isEmpty();
    }

    /** Whether what is good for this is good for all of the other. */
    public boolean includes(TokenScope other) {
        return words.containsAll(other.words);
    }

    /** As it is written. */
    public String text() {
        return String.join(" ", words);
    }
}
