package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.EcmaJson;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.stream.Collectors;

/** What ECMAScript says of texts, as clients of this protocol take it for granted (W-019, W-020). Stateless. */
final class EcmaText {
    private static final int MOST_OF_ECHO = 4_096;

    private EcmaText() {}

    /** Whether nothing is left of it but white space. */
    static boolean isBlank(String text) {
        return text.chars().allMatch(EcmaText::isSpace);
    }

    /** The text without white space at its ends. */
    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(int c) {
        return (c >= 0x09 && c <= 0x0D)
                || c == 0x20
                || c == 0xA0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200A)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202F
                || c == 0x205F
                || c == 0x3000
                || c == 0xFEFF;
    }

    /** What {@code String(value)} makes of a value. */
    static String string(JsonValue value) {
        return switch (value.kind()) {
            case STRING -> value.asString();
            case BOOLEAN, NULL -> value.json();
            case NUMBER ->
                Double.isInfinite(value.asDouble())
                        ? (value.asDouble() > 0 ? "Infinity" : "-Infinity")
                        : EcmaJson.stringify(value, MOST_OF_ECHO).orElse("");
            case OBJECT -> "[object Object]";
            case ARRAY ->
                value.elements().stream()
                        .map(it -> it.kind() == JsonKind.NULL ? "" : string(it))
                        .collect(Collectors.joining(","));
        };
    }

    /** As much of a value of the client's as is repeated to it (W-015). */
    static String echo(String text) {
        return cut(text, MOST_OF_ECHO);
    }

    /** The first characters of a text, without half a pair at the end. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
