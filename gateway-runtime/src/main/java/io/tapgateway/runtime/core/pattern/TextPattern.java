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
 * <p>Takes time in proportion to the text, and no more of it than the budget of the search; its size was bounded before
 * it was compiled. Small patterns are searched by a {@link PositionAutomaton}, all others, and whatever that cannot
 * tell, by the library. Whatever goes wrong within the library is {@link Finding#EXHAUSTED}, too (D-169).
 */
public final class TextPattern {
    private final Pattern pattern;
    private final Optional<Literals> required;
    private final Optional<PositionAutomaton> automaton;

    private TextPattern(Pattern pattern, PatternPart scanned) {
        this.pattern = pattern;
        this.required = scanned.literals();
        this.automaton = PositionAutomaton.of(scanned.shape());
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

    /**
     * Compiles a pattern of ECMA-262, as they stand in schemas.
     *
     * @throws InvalidMessage without a pointer, if it is no pattern, none that RE2 can express, or goes beyond a limit
     */
    public static TextPattern compileEcma(String source, Limits limits) {
        if (source.length() > limits.get(Limit.PATTERN)) {
            throw tooLong(limits);
        }
        return compileOfAnyLength(new EcmaTranslation(source).expression(), limits);
    }

    static InvalidMessage tooLong(Limits limits) {
        return InvalidMessage.at("", "a pattern has at most " + limits.get(Limit.PATTERN) + " characters");
    }

    /** As {@link #compile}, for text whose length was bounded in another form. */
    static TextPattern compileOfAnyLength(String source, Limits limits) {
        PatternPart scanned = PatternScan.scan(source, limits);
        PatternScan.requireSize(scanned.size(), limits);
        try {
            return new TextPattern(Pattern.compile(source), scanned);
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
            Optional<Finding> found = automaton.isPresent() ? automaton.get().search(metered) : Optional.empty();
            return found.isPresent() ? found.get() : searchByLibrary(metered);
        } catch (RuntimeException | StackOverflowError failure) {
            return Finding.EXHAUSTED;
        } finally {
            metered.settle();
        }
    }

    private Finding searchByLibrary(MeteredText metered) {
        Matcher matcher = pattern.matcher(metered);
        return matcher.find() ? Finding.MATCH : Finding.NO_MATCH;
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
