package io.tapgateway.protocol.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One strict pass over a JSON text (RFC 8259); the only place that reads JSON. Confined to one call.
 *
 * <p>Checks what D-024 asks for while it passes over a value, so that a slice it hands out needs no second look. It works on the
 * text in place: nothing is copied but what is handed out and the names that must be told apart. Nesting is limited, so
 * containers are read by methods that call one another.
 */
final class StrictScanner {
    /** For what could be read of a text that broke some limit: none but those that protect the reader. */
    private static final JsonLimits SALVAGE =
            new JsonLimits(JsonLimits.LINK.depth(), Integer.MAX_VALUE, JsonLimits.STANDARD.numberLength());

    private static final String TOO_SHORT = "the text ends too early";

    private final String text;
    private final JsonLimits limits;
    private final @Nullable NamedStrings wanted;
    private int at;
    private int members;
    private int depth;

    private StrictScanner(String text, JsonLimits limits, @Nullable NamedStrings wanted) {
        this.text = text;
        this.limits = limits;
        this.wanted = wanted;
    }

    /** Collects strings by the name of their member, wherever they are. */
    private record NamedStrings(String name, List<String> found) {}

    /** The members of the object that is the whole of {@code text}, each value checked and kept as it stands. */
    static Map<String, JsonValue> readObject(String text, JsonLimits limits) throws MalformedJson {
        StrictScanner scanner = new StrictScanner(text, limits, null);
        scanner.begin('{', "expected one JSON object");
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        scanner.enter();
        for (boolean more = !scanner.ends('}'); more; more = scanner.goesOn('}')) {
            int start = scanner.at;
            String name = scanner.name();
            if (fields.put(name, scanner.capture()) != null) {
                throw duplicate(start);
            }
        }
        scanner.depth--;
        scanner.end();
        return fields;
    }

    /** The elements of the array that is the whole of {@code text}. */
    static List<JsonValue> readArray(String text, JsonLimits limits) throws MalformedJson {
        StrictScanner scanner = new StrictScanner(text, limits, null);
        scanner.begin('[', "expected one JSON array");
        List<JsonValue> elements = new ArrayList<>();
        scanner.enter();
        for (boolean more = !scanner.ends(']'); more; more = scanner.goesOn(']')) {
            elements.add(scanner.capture());
        }
        scanner.depth--;
        scanner.end();
        return elements;
    }

    /** The one value that is the whole of {@code text}. */
    static JsonValue readValue(String text, JsonLimits limits) throws MalformedJson {
        StrictScanner scanner = new StrictScanner(text, limits, null);
        scanner.skipSpace();
        JsonValue value = scanner.capture();
        scanner.end();
        return value;
    }

    /** The decoded form of the string that is the whole of {@code text}. */
    static String readString(String text, JsonLimits limits) throws MalformedJson {
        StrictScanner scanner = new StrictScanner(text, limits, null);
        scanner.begin('"', "expected one JSON string");
        String value = scanner.string();
        scanner.end();
        return value;
    }

    /** The strings that are members of that name of any object in {@code text}. */
    static List<String> readStringsNamed(String name, String text, JsonLimits limits) throws MalformedJson {
        List<String> found = new ArrayList<>();
        StrictScanner scanner = new StrictScanner(text, limits, new NamedStrings(name, found));
        scanner.skipSpace();
        scanner.passValue();
        scanner.end();
        return found;
    }

    /** What could be read of the top-level object before the first fault; for telling the peer what it was about. */
    static Map<String, String> salvageStrings(String text, Set<String> names) {
        Map<String, String> found = new LinkedHashMap<>();
        StrictScanner scanner = new StrictScanner(text, SALVAGE, null);
        try {
            scanner.begin('{', "");
            MemberNames seen = new MemberNames();
            scanner.enter();
            for (boolean more = !scanner.ends('}'); more; more = scanner.goesOn('}')) {
                String name = scanner.name();
                if (!seen.add(name)) {
                    return found;
                } else if (names.contains(name) && scanner.peek() == '"') {
                    found.put(name, scanner.string());
                } else {
                    scanner.passValue();
                }
            }
        } catch (MalformedJson endOfWhatCanBeRead) {
            return found;
        }
        return found;
    }

    private void begin(char expected, String otherwise) throws MalformedJson {
        skipSpace();
        if (peek() != expected) {
            throw new MalformedJson(otherwise);
        }
    }

    private void end() throws MalformedJson {
        skipSpace();
        if (at < text.length()) {
            throw new MalformedJson("something follows after the end of the value");
        }
    }

    private JsonValue capture() throws MalformedJson {
        int start = at;
        char first = peek();
        passValue();
        return switch (first) {
            case '{' -> JsonValue.container(JsonKind.OBJECT, text.substring(start, at));
            case '[' -> JsonValue.container(JsonKind.ARRAY, text.substring(start, at));
            case '"' -> JsonValue.string(text.substring(start, at));
            case 't' -> JsonValue.TRUE;
            case 'f' -> JsonValue.FALSE;
            case 'n' -> JsonValue.NULL;
            default -> JsonValue.number(text.substring(start, at));
        };
    }

    /** Checks one value, and stops after it. */
    private void passValue() throws MalformedJson {
        switch (peek()) {
            case '{' -> passObject();
            case '[' -> passArray();
            case '"' -> passString();
            case 't' -> passWord("true");
            case 'f' -> passWord("false");
            case 'n' -> passWord("null");
            default -> passNumber();
        }
    }

    private void passObject() throws MalformedJson {
        MemberNames seen = new MemberNames();
        enter();
        for (boolean more = !ends('}'); more; more = goesOn('}')) {
            int start = at;
            String name = name();
            if (!seen.add(name)) {
                throw duplicate(start);
            }
            if (wanted != null && wanted.name().equals(name) && peek() == '"') {
                wanted.found().add(string());
            } else {
                passValue();
            }
        }
        depth--;
    }

    private void passArray() throws MalformedJson {
        enter();
        for (boolean more = !ends(']'); more; more = goesOn(']')) {
            passValue();
        }
        depth--;
    }

    /** Goes into the container that begins here, to its first item or its end. */
    private void enter() throws MalformedJson {
        if (++depth > limits.depth()) {
            throw new MalformedJson("nested deeper than " + limits.depth() + " levels");
        }
        at++;
        skipSpace();
    }

    /** Whether a container has nothing in it; goes past its end if so. */
    private boolean ends(char close) throws MalformedJson {
        if (peek() == close) {
            at++;
            return true;
        }
        return false;
    }

    /** Whether another item follows the one just read; goes to it, or past the end of the container. */
    private boolean goesOn(char close) throws MalformedJson {
        skipSpace();
        char next = peek();
        if (next == ',') {
            at++;
            skipSpace();
            return true;
        } else if (next == close) {
            at++;
            return false;
        }
        throw invalid(at);
    }

    /** A member's name, decoded; stops at the member's value. */
    private String name() throws MalformedJson {
        int start = at;
        if (peek() != '"') {
            throw invalid(at);
        }
        if (++members > limits.members()) {
            throw new MalformedJson("more than " + limits.members() + " members");
        }
        String name = string();
        if (name.length() > JsonLimits.NAME_LENGTH) {
            throw new MalformedJson("a name with more than " + JsonLimits.NAME_LENGTH + " characters");
        } else if (Surrogates.nextLone(name, 0) >= 0) {
            throw invalid(start);
        }
        skipSpace();
        if (peek() != ':') {
            throw invalid(at);
        }
        at++;
        skipSpace();
        return name;
    }

    /** The decoded form of the string that begins here. */
    private String string() throws MalformedJson {
        int start = at + 1;
        boolean plain = passString();
        return plain ? text.substring(start, at - 1) : StringEscapes.decode(text, start, at - 1);
    }

    /** Checks a string, and tells whether it stands there as it is, without escapes. */
    private boolean passString() throws MalformedJson {
        int end = text.length();
        boolean plain = true;
        for (int i = at + 1; i < end; i++) {
            char c = text.charAt(i);
            if (c == '"') {
                at = i + 1;
                return plain;
            } else if (c == '\\') {
                plain = false;
                i = StringEscapes.lastOf(text, i);
                if (i < 0) {
                    throw invalid(at);
                }
            } else if (c < ' ') {
                throw invalid(i);
            }
        }
        throw new MalformedJson(TOO_SHORT);
    }

    private void passWord(String word) throws MalformedJson {
        if (!text.startsWith(word, at)) {
            throw invalid(at);
        }
        at += word.length();
    }

    private void passNumber() throws MalformedJson {
        int start = at;
        if (text.charAt(at) == '-') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '0') {
            at++;
        } else {
            passDigits();
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            passDigits();
        }
        if (at < text.length() && (text.charAt(at) | ' ') == 'e') {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            passDigits();
        }
        if (at - start > limits.numberLength()) {
            throw new MalformedJson("a number with more than " + limits.numberLength() + " characters");
        }
    }

    /** Goes past at least one digit. */
    private void passDigits() throws MalformedJson {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw at < text.length() ? invalid(at) : new MalformedJson(TOO_SHORT);
        }
    }

    private void skipSpace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\t' && c != '\r')) {
                return;
            }
            at++;
        }
    }

    private char peek() throws MalformedJson {
        if (at >= text.length()) {
            throw new MalformedJson(TOO_SHORT);
        }
        return text.charAt(at);
    }

    private static MalformedJson invalid(int position) {
        return new MalformedJson("not valid JSON at character " + position);
    }

    private static MalformedJson duplicate(int position) {
        return new MalformedJson("duplicate member name at character " + position);
    }
}
