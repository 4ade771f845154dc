package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.InvalidMessage;
import java.util.Map;
import java.util.Set;

/**
 * Turns one regular expression of ECMA-262, as schemas have them, into one in RE2 syntax that finds a match in the same
 * texts. Confined to one pattern.
 *
 * <p>Characters are code points, as with the flag {@code u}. Where that flag would refuse what all engines take without
 * it, as in {@code [\w-.]}, the meaning without it counts. What RE2 cannot express, look-around and back-references
 * before all, is refused, and so are escapes that mean something in other dialects only, like {@code \A}.
 */
final class EcmaTranslation {
    /** Ends of lines and all white space, U+FEFF included. */
    private static final String SPACES =
            "\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}" + "\\x{3000}\\x{FEFF}";

    private static final String NO_SPACES = "\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}"
            + "\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}"
            + "\\x{FF00}-\\x{10FFFF}";

    private static final String NO_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";
    private static final String ANYTHING = "[\\x{0}-\\x{10FFFF}]";
    private static final String NOTHING = "[^\\x{0}-\\x{10FFFF}]";

    /** The general categories by their long names; RE2 has the short ones. It has none for what is unassigned. */
    private static final Map<String, String> CATEGORIES = Map.ofEntries(
            Map.entry("Letter", "L"),
            Map.entry("Lowercase_Letter", "Ll"),
            Map.entry("Modifier_Letter", "Lm"),
            Map.entry("Other_Letter", "Lo"),
            Map.entry("Titlecase_Letter", "Lt"),
            Map.entry("Uppercase_Letter", "Lu"),
            Map.entry("Mark", "M"),
            Map.entry("Combining_Mark", "M"),
            Map.entry("Spacing_Mark", "Mc"),
            Map.entry("Enclosing_Mark", "Me"),
            Map.entry("Nonspacing_Mark", "Mn"),
            Map.entry("Number", "N"),
            Map.entry("Decimal_Number", "Nd"),
            Map.entry("digit", "Nd"),
            Map.entry("Letter_Number", "Nl"),
            Map.entry("Other_Number", "No"),
            Map.entry("Punctuation", "P"),
            Map.entry("punct", "P"),
            Map.entry("Connector_Punctuation", "Pc"),
            Map.entry("Dash_Punctuation", "Pd"),
            Map.entry("Close_Punctuation", "Pe"),
            Map.entry("Final_Punctuation", "Pf"),
            Map.entry("Initial_Punctuation", "Pi"),
            Map.entry("Other_Punctuation", "Po"),
            Map.entry("Open_Punctuation", "Ps"),
            Map.entry("Symbol", "S"),
            Map.entry("Currency_Symbol", "Sc"),
            Map.entry("Modifier_Symbol", "Sk"),
            Map.entry("Math_Symbol", "Sm"),
            Map.entry("Other_Symbol", "So"),
            Map.entry("Separator", "Z"),
            Map.entry("Line_Separator", "Zl"),
            Map.entry("Paragraph_Separator", "Zp"),
            Map.entry("Space_Separator", "Zs"),
            Map.entry("Control", "Cc"),
            Map.entry("cntrl", "Cc"),
            Map.entry("Format", "Cf"),
            Map.entry("Private_Use", "Co"));

    private static final Set<String> SHORT_CATEGORIES = Set.copyOf(CATEGORIES.values());

    /** In place of a character, where a set has several at once. */
    private static final int SEVERAL = -1;

    private final String pattern;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int groups;

    /** Whether what was read last may be followed by how often it is there. */
    private boolean repeatable;

    EcmaTranslation(String pattern) {
        this.pattern = pattern;
    }

    /** @throws InvalidMessage if it is no pattern, or none that RE2 can express */
    String expression() {
        while (at < pattern.length()) {
            next();
        }
        if (groups > 0) {
            throw invalid("a ( has no )");
        }
        return out.toString();
    }

    private void next() {
        int character = take();
        switch (character) {
            case '^' -> place("\\A");
            case '$' -> place("\\z");
            case '|' -> place("|");
            case '(' -> open();
            case ')' -> close();
            case '*' -> repeat("*");
            case '+' -> repeat("+");
            case '?' -> repeat("?");
            case '{' -> braces();
            case '.' -> atom(NO_LINE_END);
            case '[' -> atom(set());
            case '\\' -> escape();
            default -> atom(quoted(character));
        }
    }

    private void place(String text) {
        out.append(text);
        repeatable = false;
    }

    private void atom(String text) {
        out.append(text);
        repeatable = true;
    }

    /** No group is asked for what it matched. */
    private void open() {
        if (take('?') && !take(':')) {
            boolean named = take('<') && !isAt('=') && !isAt('!');
            int end = pattern.indexOf('>', at);
            if (!named || end < 0) {
                throw invalid("look-around and flags are not supported");
            }
            at = end + 1;
        }
        groups++;
        place("(?:");
    }

    private void close() {
        if (groups-- == 0) {
            throw invalid("a ) has no (");
        }
        atom(")");
    }

    private void repeat(String count) {
        if (!repeatable) {
            throw invalid("there is nothing to repeat before " + count);
        }
        // Whether it takes as little or as much as it can, there is a match or there is none.
        take('?');
        place(count);
    }

    private void braces() {
        int start = at;
        String least = digits();
        String most = take(',') ? "," + digits() : "";
        if (least.isEmpty() || !take('}')) {
            at = start;
            atom(quoted('{'));
        } else {
            repeat("{" + least + most + "}");
        }
    }

    /** A number, without noughts in front. */
    private String digits() {
        int start = at;
        while (at < pattern.length() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
            at++;
        }
        int first = start;
        while (first < at - 1 && pattern.charAt(first) == '0') {
            first++;
        }
        return pattern.substring(first, at);
    }

    private void escape() {
        int letter = take();
        switch (letter) {
            case 'b' -> place("\\b");
            case 'B' -> place("\\B");
            case 'd', 'D', 'w', 'W', 's', 'S', 'p', 'P' -> atom("[" + severalAt(letter) + "]");
            default -> atom(quoted(escaped(letter)));
        }
    }

    /** Behind a backslash and that letter: the inside of a set of all characters that they stand for. */
    private String severalAt(int letter) {
        return switch (letter) {
            case 's' -> SPACES;
            case 'S' -> NO_SPACES;
            case 'p' -> property(false);
            case 'P' -> property(true);
            default -> "\\" + Character.toString(letter);
        };
    }

    /** Behind a backslash and that letter: the character that they stand for. */
    private int escaped(int letter) {
        return switch (letter) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0B;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'c' -> control();
            case 'x' -> hexadecimal(2);
            case 'u' -> unicode();
            case '0' -> {
                if (at < pattern.length() && Character.digit(pattern.charAt(at), 10) >= 0) {
                    throw invalid("octal numbers are not supported");
                }
                yield 0;
            }
            default -> {
                if (isAsciiLetterOrDigit(letter)) {
                    throw invalid("no such escape, or a back-reference, which is not supported");
                }
                yield letter;
            }
        };
    }

    private int control() {
        int letter = take();
        if (!isAsciiLetterOrDigit(letter) || letter <= '9') {
            throw invalid("a \\c has no letter");
        }
        return letter & 0x1F;
    }

    private int unicode() {
        if (take('{')) {
            int end = pattern.indexOf('}', at);
            if (end < 0 || end == at || end - at > 6) {
                throw invalid("a \\u has no number");
            }
            int character = hexadecimal(end - at);
            at = end + 1;
            return requireCharacter(character);
        }
        int unit = hexadecimal(4);
        if (Character.isHighSurrogate((char) unit) && pattern.startsWith("\\u", at)) {
            at += 2;
            int low = hexadecimal(4);
            return requireCharacter(
                    Character.isLowSurrogate((char) low) ? Character.toCodePoint((char) unit, (char) low) : unit);
        }
        return requireCharacter(unit);
    }

    private static int requireCharacter(int number) {
        boolean surrogate = number >= Character.MIN_SURROGATE && number <= Character.MAX_SURROGATE;
        if (surrogate || number > Character.MAX_CODE_POINT) {
            throw invalid("a \\u is no character");
        }
        return number;
    }

    private int hexadecimal(int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            int character = take();
            int digit = character < 0x80 ? Character.digit(character, 16) : -1;
            if (digit < 0) {
                throw invalid("a \\x or \\u has no number");
            }
            value = value * 16 + digit;
        }
        return value;
    }

    /** Behind a p with a backslash: the inside of a set of the characters that have a property, or do not. */
    private String property(boolean negated) {
        int end = take('{') ? pattern.indexOf('}', at) : -1;
        if (end < 0) {
            throw invalid("a \\p has no name");
        }
        String name = pattern.substring(at, end);
        at = end + 1;
        if (name.equals("ASCII")) {
            return negated ? "\\x{80}-\\x{10FFFF}" : "\\x{0}-\\x{7F}";
        }
        int equals = name.indexOf('=');
        String value = name.substring(equals + 1);
        String known = switch (name.substring(0, Math.max(0, equals))) {
            case "", "gc", "General_Category" -> category(value);
            case "sc", "Script" -> script(value);
            default -> throw unknownProperty(name);
        };
        return (negated ? "\\P{" : "\\p{") + known + "}";
    }

    private static String category(String name) {
        String known = CATEGORIES.getOrDefault(name, name);
        if (!SHORT_CATEGORIES.contains(known)) {
            throw unknownProperty(name);
        }
        return known;
    }

    /** The names of scripts are longer than those of categories; the library knows which there are. */
    private static String script(String name) {
        if (name.length() <= 2) {
            throw unknownProperty(name);
        }
        return name;
    }

    private static InvalidMessage unknownProperty(String name) {
        return invalid("\\p{" + name + "} is not supported");
    }

    /** A set in brackets, behind the opening one. */
    private String set() {
        boolean negated = take('^');
        StringBuilder members = new StringBuilder();
        while (!take(']')) {
            int first = member(members);
            if (isAt('-') && !pattern.startsWith("-]", at)) {
                at++;
                range(members, first, member(members));
            } else if (first != SEVERAL) {
                members.append(quoted(first));
            }
        }
        if (members.isEmpty()) {
            return negated ? ANYTHING : NOTHING;
        }
        return (negated ? "[^" : "[") + members + "]";
    }

    /** The next character of a set; if several stand there, they are members already. */
    private int member(StringBuilder members) {
        int character = take();
        if (character != '\\') {
            return character;
        }
        int letter = take();
        return switch (letter) {
            case 'b' -> '\b';
            case 'd', 'D', 'w', 'W', 's', 'S', 'p', 'P' -> {
                members.append(severalAt(letter));
                yield SEVERAL;
            }
            default -> escaped(letter);
        };
    }

    /** Between several, a hyphen is one. */
    private static void range(StringBuilder members, int first, int last) {
        if (first != SEVERAL && last != SEVERAL) {
            if (first > last) {
                throw invalid("a range begins behind its end");
            }
            members.append(quoted(first)).append('-').append(quoted(last));
            return;
        }
        members.append(quoted('-'));
        members.append(first == SEVERAL ? "" : quoted(first)).append(last == SEVERAL ? "" : quoted(last));
    }

    /** A character that stands for itself. */
    private static String quoted(int character) {
        if (isAsciiLetterOrDigit(character)) {
            return Character.toString(character);
        }
        return character > ' ' && character < 0x7F
                ? "\\" + Character.toString(character)
                : "\\x{" + Integer.toHexString(character) + "}";
    }

    private static boolean isAsciiLetterOrDigit(int character) {
        return character < 0x80 && Character.isLetterOrDigit(character);
    }

    private boolean isAt(char character) {
        return at < pattern.length() && pattern.charAt(at) == character;
    }

    /** Goes past that character, if it is the next one. */
    private boolean take(char character) {
        boolean there = isAt(character);
        at += there ? 1 : 0;
        return there;
    }

    private int take() {
        if (at >= pattern.length()) {
            throw invalid("it ends too early");
        }
        int character = pattern.codePointAt(at);
        at += Character.charCount(character);
        return character;
    }

    private static InvalidMessage invalid(String reason) {
        return InvalidMessage.at("", "no regular expression of ECMA-262 that can be used: " + reason);
    }
}
