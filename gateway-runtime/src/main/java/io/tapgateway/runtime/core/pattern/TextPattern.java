package io.tapgateway.runtime.core.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.util.Optional;

/**
 * A regular expression in RE2 syntax, searched anywhere in a text (D-168). Immutable, and may be shared.
 *
 * <p>Takes time in proportion to the text, and no more of it than the budget of the search; its size was bounded before it
 * was compiled. Whatever goes wrong within the library is {@link Finding#EXHAUSTED}, too (D-169).
 */
public final class TextPattern {
    private final Pattern pattern;
    private final Optional<Literals> required;

    private TextPattern(Pattern pattern, Optional<Literals> required) {
        this.pattern = pattern;
        this.required = required;
    }

    /**
     * Compiles a pattern.
     *
     * @throws InvalidMessage without a pointer, if it is no pattern or goes beyond a limit
     */
    public static TextPattern compile(String source, Limits limits) {
        if (source.length() > limits.get(Limit.PATTERN)) {
            throw tooLong(limits);
        }
        return compileOfAnyLength(source, limits);
    }

    static InvalidMessage tooLong(Limits limits) {
        return InvalidMessage.at("", "a pattern has at most " + limits.get(Limit.PATTERN) + " characters");
    }

    /** As {@link #compile}, for text whose length was bounded in another form. */
    static TextPattern compileOfAnyLength(String source, Limits limits) {
        PatternPart scanned = PatternScan.scan(source, limits);
        PatternScan.requireSize(scanned.size(), limits);
        try {
            return new TextPattern(Pattern.compile(source), scanned.literals());
        } catch (PatternSyntaxException fault) {
            throw InvalidMessage.at("", "no regular expression in RE2 syntax");
        }
    }

    /** How large it is; a search costs at most in proportion to this for every character. */
    public int size() {
        return pattern.programSize();
    }

    /** Texts of which every match contains one. */
    Optional<Literals> required() {
        return required;
    }

    /** Whether the text has a match. */
    public Finding search(String text, MatchBudget budget) {
        if (required.isPresent() && required.get().isMissingFrom(text)) {
            return Finding.NO_MATCH;
        }
        if (budget.isSpent()) {
            return Finding.EXHAUSTED;
        }
        MeteredText metered = budget.meter(text, size());
        try {
            Matcher matcher = pattern.matcher(metered);
            return matcher.find() ? Finding.MATCH : Finding.NO_MATCH;
        } catch (RuntimeException | StackOverflowError failure) {
            return Finding.EXHAUSTED;
        } finally {
            metered.settle();
        }
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
