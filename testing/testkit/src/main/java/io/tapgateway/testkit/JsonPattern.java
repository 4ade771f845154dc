package io.tapgateway.testkit;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a JSON value is expected to look like: JSON itself, with a few strings that mean more. Immutable.
 *
 * <ul>
 *   <li>{@code "*"} is any value; a longer string with {@code *} in it is a string that matches with {@code *} for any
 *       text
 *   <li>{@code "$name"} captures the value; once captured, it is that value
 *   <li>a member {@code "*": "*"} lets the object have further members
 * </ul>
 */
public final class JsonPattern {
    private static final String ANY = "*";

    private final JsonValue pattern;

    private JsonPattern(JsonValue pattern) {
        this.pattern = pattern;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is no JSON
     */
    public static JsonPattern parse(String json) {
        try {
            return new JsonPattern(JsonValue.parse(json));
        } catch (MalformedJson e) {
            throw new IllegalArgumentException("not a JSON pattern: " + json, e);
        }
    }

    /**
     * Holds a value against the pattern. Names are captured only if all of it matches.
     *
     * @return the first difference, with its JSON pointer; empty if it matches
     */
    public Optional<String> mismatch(JsonValue actual, Captures captures) {
        Map<String, JsonValue> found = new HashMap<>();
        Optional<String> difference = new Comparison(captures, found).compare("", pattern, actual);
        if (difference.isEmpty()) {
            found.forEach(captures::put);
        }
        return difference;
    }

    @Override
    public String toString() {
        return pattern.json();
    }

    private record Comparison(Captures captures, Map<String, JsonValue> found) {
        Optional<String> compare(String pointer, JsonValue expected, JsonValue actual) {
            return switch (expected.kind()) {
                case STRING -> compareText(pointer, expected, actual);
                case OBJECT -> compareObject(pointer, expected, actual);
                case ARRAY -> compareArray(pointer, expected, actual);
                case NUMBER, BOOLEAN, NULL -> difference(pointer, expected, actual, expected.equals(actual));
            };
        }

        private Optional<String> compareText(String pointer, JsonValue expected, JsonValue actual) {
            String text = expected.asString();
            if (text.equals(ANY)) {
                return Optional.empty();
            }
            if (text.startsWith("$")) {
                String name = text.substring(1);
                JsonValue known = found.getOrDefault(name, captures.get(name).orElse(actual));
                found.put(name, known);
                return difference(pointer, known, actual, known.equals(actual));
            }
            boolean same = actual.kind() == JsonKind.STRING && isLike(text, actual.asString());
            return difference(pointer, expected, actual, same);
        }

        private static boolean isLike(String glob, String text) {
            List<String> parts = List.of(glob.split("\\*", -1));
            if (parts.size() == 1) {
                return glob.equals(text);
            }
            String last = parts.get(parts.size() - 1);
            int at = parts.get(0).length();
            if (!text.startsWith(parts.get(0))) {
                return false;
            }
            for (String part : parts.subList(1, parts.size() - 1)) {
                int next = text.indexOf(part, at);
                if (next < 0) {
                    return false;
                }
                at = next + part.length();
            }
            return text.length() - last.length() >= at && text.endsWith(last);
        }

        private Optional<String> compareObject(String pointer, JsonValue expected, JsonValue actual) {
            if (actual.kind() != JsonKind.OBJECT) {
                return difference(pointer, expected, actual, false);
            }
            Map<String, JsonValue> wanted = expected.members();
            for (Map.Entry<String, JsonValue> member : wanted.entrySet()) {
                String name = member.getKey();
                if (!name.equals(ANY)) {
                    Optional<JsonValue> value = actual.get(name);
                    Optional<String> difference = value.isEmpty()
                            ? Optional.of(pointer + "/" + name + " is missing")
                            : compare(pointer + "/" + name, member.getValue(), value.get());
                    if (difference.isPresent()) {
                        return difference;
                    }
                }
            }
            return wanted.containsKey(ANY)
                    ? Optional.empty()
                    : actual.members().keySet().stream()
                            .filter(name -> !wanted.containsKey(name))
                            .findFirst()
                            .map(name -> pointer + "/" + name + " was not expected");
        }

        private Optional<String> compareArray(String pointer, JsonValue expected, JsonValue actual) {
            if (actual.kind() != JsonKind.ARRAY
                    || actual.elements().size() != expected.elements().size()) {
                return difference(pointer, expected, actual, false);
            }
            for (int i = 0; i < expected.elements().size(); i++) {
                Optional<String> difference = compare(
                        pointer + "/" + i,
                        expected.elements().get(i),
                        actual.elements().get(i));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }

        private static Optional<String> difference(String pointer, JsonValue expected, JsonValue actual, boolean same) {
            return same
                    ? Optional.empty()
                    : Optional.of((pointer.isEmpty() ? "the value" : pointer) + " is " + shorten(actual) + ", not "
                            + shorten(expected));
        }

        private static String shorten(JsonValue value) {
            String json = value.json();
            return json.length() <= 200 ? json : json.substring(0, 200) + "…";
        }
    }
}
