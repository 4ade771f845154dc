package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.InvalidMessage;
import java.util.Optional;

/** The text of a pattern, read from front to back in code points. Confined to one pattern. */
final class PatternReader {
    /**
     * How often something is repeated.
     *
     * @param most negative for any number of times
     */
    record Count(String text, int least, int most) {}

    private static final int MOST_DIGITS = 8;

    private final String pattern;
    private int at;

    PatternReader(String pattern) {
        this.pattern = pattern;
    }

    boolean hasMore() {
        return at < pattern.length();
    }

    boolean isAt(char character) {
        return hasMore() && pattern.charAt(at) == character;
    }

    boolean isAt(String text) {
        return pattern.startsWith(text, at);
    }

    boolean isAtAnyOf(String characters) {
        return hasMore() && characters.indexOf(pattern.charAt(at)) >= 0;
    }

    /** Goes past that character, if it is the next one. */
    boolean take(char character) {
        boolean there = isAt(character);
        if (there) {
            at++;
        }
        return there;
    }

    int next() {
        int character = pattern.codePointAt(at);
        at += Character.charCount(character);
        return character;
    }

    /** The next character of a set in brackets. */
    int nextInSet() {
        if (!hasMore()) {
            throw invalid("a [ has no ]");
        }
        return next();
    }

    /** A repetition; what looks like one and has no proper numbers is text. */
    Optional<Count> takeCount() {
        int start = at;
        Optional<Count> count = Optional.empty();
        if (take('*')) {
            count = Optional.of(new Count("*", 0, -1));
        } else if (take('+')) {
            count = Optional.of(new Count("+", 1, -1));
        } else if (take('?')) {
            count = Optional.of(new Count("?", 0, 1));
        } else if (isAt('{')) {
            count = takeBraces();
            if (count.isEmpty()) {
                at = start;
            }
        }
        if (count.isPresent()) {
            take('?');
        }
        return count;
    }

    private Optional<Count> takeBraces() {
        int start = at++;
        Optional<Integer> least = takeNumber();
        Optional<Integer> most = least;
        if (least.isPresent() && take(',')) {
            most = isAt('}') ? Optional.of(-1) : takeNumber();
        }
        if (least.isEmpty() || most.isEmpty() || !take('}')) {
            return Optional.empty();
        }
        return Optional.of(new Count(pattern.substring(start, at), least.get(), most.get()));
    }

    /** A number without leading noughts. */
    private Optional<Integer> takeNumber() {
        int start = at;
        while (hasMore() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
            at++;
        }
        int digits = at - start;
        if (digits == 0 || (digits > 1 && pattern.charAt(start) == '0')) {
            return Optional.empty();
        }
        return Optional.of(digits > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(pattern.substring(start, at)));
    }

    /** Behind <code>(?</code>: goes past the name of a group, if it has one. */
    boolean takeName() {
        int start = isAt("P<") ? 2 : isAt('<') && !isAt("<=") && !isAt("<!") ? 1 : 0;
        if (start == 0) {
            return false;
        }
        int end = pattern.indexOf('>', at);
        if (end < 0) {
            throw invalid("the name of a group has no end");
        }
        at = end + 1;
        return true;
    }

    /** Behind a Q with a backslash: what is quoted. */
    String untilEndOfQuote() {
        int end = pattern.indexOf("\\E", at);
        String quoted = pattern.substring(at, end < 0 ? pattern.length() : end);
        at = end < 0 ? pattern.length() : end + 2;
        return quoted;
    }

    /** In a set: goes past something like {@code [:alpha:]}, if that is next. */
    boolean takeNamedClass() {
        int end = isAt("[:") ? pattern.indexOf(":]", at) : -1;
        if (end >= 0) {
            at = end + 2;
        }
        return end >= 0;
    }

    /** Behind a p with a backslash: goes past the name of a property. */
    void skipPropertyName() {
        if (!hasMore()) {
            throw invalid("a \\p has no name");
        }
        if (next() == '{') {
            int end = pattern.indexOf('}', at);
            if (end < 0) {
                throw invalid("the name of a \\p has no end");
            }
            at = end + 1;
        }
    }

    /** Behind a backslash that stands for a single character: which one. */
    int escaped() {
        if (!hasMore()) {
            throw invalid("it ends in a backslash");
        }
        int character = next();
        return switch (character) {
            case '0' -> octal(0);
            case '1', '2', '3', '4', '5', '6', '7' -> {
                if (!isAtAnyOf("01234567")) {
                    throw invalid("back-references are not supported");
                }
                yield octal(character - '0');
            }
            case 'x' -> hexadecimal();
            case 'a' -> '\u0007';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> '\u000B';
            default -> {
                if (character < 0x80 && Character.isLetterOrDigit(character)) {
                    throw invalid("no such escape");
                }
                yield character;
            }
        };
    }

    private int octal(int first) {
        int value = first;
        for (int digits = 1; digits < 3 && isAtAnyOf("01234567"); digits++) {
            value = value * 8 + next() - '0';
        }
        return value;
    }

    private int hexadecimal() {
        int end = isAt('{') ? pattern.indexOf('}', at) : at + 1;
        int start = isAt('{') ? at + 1 : at;
        if (end < 0 || end >= pattern.length()) {
            throw invalid("a \\x has no number");
        }
        int digitsEnd = isAt('{') ? end : end + 1;
        at = end + 1;
        int value = 0;
        for (int i = start; i < digitsEnd; i++) {
            int digit = pattern.charAt(i) < 0x80 ? Character.digit(pattern.charAt(i), 16) : -1;
            value = value * 16 + digit;
            if (digit < 0 || value > Character.MAX_CODE_POINT) {
                throw invalid("a \\x has no number");
            }
        }
        if (start == digitsEnd) {
            throw invalid("a \\x has no number");
        }
        return value;
    }

    private static InvalidMessage invalid(String reason) {
        return InvalidMessage.at("", "no regular expression in RE2 syntax: " + reason);
    }
}
