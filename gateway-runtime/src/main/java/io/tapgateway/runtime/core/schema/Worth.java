package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values written so that two are equal texts if they are worth the same: members in order, {@code 1.0} as {@code 1}.
 * Texts, since nobody can make sets of them slow. Stateless.
 */
final class Worth {
    private Worth() {}

    /** @throws Unfinished if a number in it is too long, or it is too large for what is left */
    static String of(JsonValue value, StepBudget steps) {
        steps.spendOn(value);
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, JsonValue value) {
        switch (value.kind()) {
            case NULL, BOOLEAN -> text.append(value.json());
            case NUMBER -> text.append(Decimal.exact(value).stripTrailingZeros());
            case STRING -> append(text, value.asString());
            case ARRAY -> {
                text.append('[');
                value.elements().forEach(element -> {
                    append(text, element);
                    text.append(',');
                });
                text.append(']');
            }
            case OBJECT -> {
                text.append('{');
                for (Map.Entry<String, JsonValue> member : new TreeMap<>(value.members()).entrySet()) {
                    append(text, member.getKey());
                    append(text, member.getValue());
                    text.append(',');
                }
                text.append('}');
            }
        }
    }

    /** With its length, so that its end is certain. */
    private static void append(StringBuilder text, String string) {
        text.append('"').append(string.length()).append(':').append(string);
    }
}
