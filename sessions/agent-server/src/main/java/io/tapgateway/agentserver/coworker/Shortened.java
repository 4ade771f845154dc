package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What goes into and comes out of tools, as far as streams show it (W-038). Stateless. */
final class Shortened {
    static final int MOST_DEPTH = 8;
    static final int MOST_ITEMS = 128;
    static final int MOST_CHARS = 4_000;

    private static final JsonValue TOO_DEEP = JsonValue.of("[truncated: nested too deep]");

    private Shortened() {}

    static JsonValue value(JsonValue value) {
        return value(value, 0);
    }

    private static JsonValue value(JsonValue value, int depth) {
        return switch (value.kind()) {
            case STRING -> text(value);
            case NUMBER, BOOLEAN, NULL -> value;
            case ARRAY -> depth >= MOST_DEPTH ? TOO_DEEP : array(value.elements(), depth + 1);
            case OBJECT -> depth >= MOST_DEPTH ? TOO_DEEP : object(value.members(), depth + 1);
        };
    }

    private static JsonValue array(List<JsonValue> elements, int depth) {
        return JsonValue.array(
                elements.stream().limit(MOST_ITEMS).map(it -> value(it, depth)).toList());
    }

    private static JsonValue object(Map<String, JsonValue> members, int depth) {
        Map<String, JsonValue> kept = new LinkedHashMap<>();
        members.entrySet().stream().limit(MOST_ITEMS).forEach(it -> kept.put(it.getKey(), value(it.getValue(), depth)));
        return JsonValue.object(kept);
    }

    private static JsonValue text(JsonValue value) {
        String text = value.asString();
        if (text.length() <= MOST_CHARS) {
            return value;
        }
        String kept = EcmaText.cut(text, MOST_CHARS);
        return JsonValue.of(kept + "...[truncated " + (text.length() - kept.length()) + " chars]");
    }
}
