package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads JSON as ECMAScript's {@code JSON.parse} does, not as this gateway's peers have to write it (W-017): of several
 * members of one name the last counts, and halves of surrogate pairs pass. Confined to one text.
 */
final class EcmaParser {
    /** How deep containers may stand in one another. */
    static final int MOST_DEPTH = 512;

    private static final JsonValue BEYOND_ALL_DOUBLES = number("1e999");
    private static final JsonValue BELOW_ALL_DOUBLES = number("-1e999");
    private static final int LONGEST_KEPT_NUMBER = 40;

    private final String text;
    private int at;

    private EcmaParser(String text) {
        this.text = text;
    }

    /** The value; empty if the text is none. */
    static Optional<JsonValue> parse(String text) {
        EcmaParser parser = new EcmaParser(text);
        try {
            JsonValue value = parser.value(0);
            parser.skipSpace();
            return parser.at == text.length() ? Optional.of(value) : Optional.empty();
        } catch (Fault notJson) {
            return Optional.empty();
        }
    }

    /** The text is no JSON. */
    private static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Fault() {
            super(null, null, false, false);
        }
    }

    private JsonValue value(int depth) {
        skipSpace();
        return switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> JsonValue.of(string());
            case 't' -> word("true", JsonValue.TRUE);
            case 'f' -> word("false", JsonValue.FALSE);
            case 'n' -> word("null", JsonValue.NULL);
            default -> number();
        };
    }

    private JsonValue object(int depth) {
        require(depth <= MOST_DEPTH);
        at++;
        Map<String, JsonValue> members = new LinkedHashMap<>();
        if (!takesAfterSpace('}')) {
            do {
                skipSpace();
                require(peek() == '"');
                String name = string();
                require(takesAfterSpace(':'));
                members.put(name, value(depth));
            } while (takesAfterSpace(','));
            require(takes('}'));
        }
        return JsonValue.object(members);
    }

    private JsonValue array(int depth) {
        require(depth <= MOST_DEPTH);
        at++;
        List<JsonValue> elements = new ArrayList<>();
        if (!takesAfterSpace(']')) {
            do {
                elements.add(value(depth));
            } while (takesAfterSpace(','));
            require(takes(']'));
        }
        return JsonValue.array(elements);
    }

    private JsonValue word(String word, JsonValue value) {
        require(text.startsWith(word, at));
        at += word.length();
        return value;
    }

    private JsonValue number() {
        int from = at;
        takes('-');
        if (!takes('0')) {
            digits();
        }
        if (takes('.')) {
            digits();
        }
        if (takes('e') || takes('E')) {
            if (!takes('+')) {
                takes('-');
            }
            digits();
        }
        String written = text.substring(from, at);
        double value = Double.parseDouble(written);
        if (Double.isInfinite(value)) {
            return value > 0 ? BEYOND_ALL_DOUBLES : BELOW_ALL_DOUBLES;
        }
        return written.length() <= LONGEST_KEPT_NUMBER ? number(written) : JsonValue.of((Object) value);
    }

    private static JsonValue number(String written) {
        try {
            return JsonValue.parse(written);
        } catch (MalformedJson e) {
            throw new IllegalStateException("number: a number that was read is none", e);
        }
    }

    private void digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        require(at > from);
    }

    private String string() {
        at++;
        int end = at;
        while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\' && text.charAt(end) >= ' ') {
            end++;
        }
        if (end < text.length() && text.charAt(end) == '"') {
            String plain = text.substring(at, end);
            at = end + 1;
            return plain;
        }
        StringBuilder out = new StringBuilder();
        while (!takes('"')) {
            char c = peek();
            require(c >= ' ');
            at++;
            out.append(c == '\\' ? escaped() : c);
        }
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw new Fault();
        };
    }

    private char unit() {
        require(at + 4 <= text.length());
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            char c = text.charAt(at++);
            require(c < 0x80);
            int digit = Character.digit(c, 16);
            require(digit >= 0);
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private boolean takesAfterSpace(char wanted) {
        skipSpace();
        return takes(wanted);
    }

    private boolean takes(char wanted) {
        boolean there = peek() == wanted;
        if (there) {
            at++;
        }
        return there;
    }

    /** The next character; NUL, which JSON has nowhere outside of escapes, at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new Fault();
        }
    }
}
