package io.tapgateway.model.openai;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** An answer that was given as a whole, in the form of the one piece that it is. Stateless. */
final class WholeAnswer {
    private WholeAnswer() {}

    /** A completion as a chunk; a text that is none stays as it is. */
    static String asChunk(String completion) {
        try {
            return with(JsonValue.parse(completion), "choices", WholeAnswer::each)
                    .json();
        } catch (MalformedJson e) {
            return completion;
        }
    }

    private static JsonValue each(JsonValue choices) {
        return list(choices, (choice, index) -> renamed(choice));
    }

    private static JsonValue renamed(JsonValue choice) {
        Map<String, JsonValue> members = new LinkedHashMap<>(membersOf(choice));
        JsonValue message = members.remove("message");
        if (message != null) {
            members.put("delta", with(message, "tool_calls", calls -> list(calls, WholeAnswer::numbered)));
        }
        return JsonValue.object(members);
    }

    private static JsonValue numbered(JsonValue call, int index) {
        Map<String, JsonValue> members = new LinkedHashMap<>(membersOf(call));
        members.put("index", JsonValue.of(index));
        return JsonValue.object(members);
    }

    private static JsonValue with(JsonValue object, String name, UnaryOperator<JsonValue> change) {
        Map<String, JsonValue> members = new LinkedHashMap<>(membersOf(object));
        members.computeIfPresent(name, (key, value) -> change.apply(value));
        return JsonValue.object(members);
    }

    private static JsonValue list(JsonValue value, BiFunction<JsonValue, Integer, JsonValue> change) {
        if (value.kind() != JsonKind.ARRAY) {
            return value;
        }
        List<JsonValue> changed = new ArrayList<>();
        value.elements().forEach(it -> changed.add(change.apply(it, changed.size())));
        return JsonValue.array(changed);
    }

    private static Map<String, JsonValue> membersOf(JsonValue value) {
        return value.kind() == JsonKind.OBJECT ? value.members() : Map.of();
    }
}
