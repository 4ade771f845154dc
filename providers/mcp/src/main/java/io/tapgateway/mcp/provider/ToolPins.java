package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was approved of a server's tools, and what of its present tools differs from that (M-067). Immutable.
 *
 * @param definitions what was approved, by the server's names
 */
record ToolPins(Map<String, JsonValue> definitions) {
    /** Members of a definition that say what a model is told of a tool, and what the tool takes. */
    private static final Set<String> HELD =
            Set.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");

    ToolPins {
        definitions = Map.copyOf(definitions);
    }

    /** What an approval of these definitions covers. */
    static ToolPins of(Map<String, JsonValue> definitions) {
        Map<String, JsonValue> held = new LinkedHashMap<>();
        definitions.forEach((name, definition) -> held.put(name, held(definition)));
        return new ToolPins(held);
    }

    /** Names all of this, in hexadecimal. */
    String fingerprint() {
        return Sha256.hex(JsonValue.object(new TreeMap<>(definitions)).json());
    }

    private static JsonValue held(JsonValue definition) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        definition.members().forEach((name, value) -> {
            if (HELD.contains(name)) {
                members.put(name, value);
            }
        });
        return JsonValue.object(members);
    }

    /**
     * What is new of a tool, line by line, for people; nothing if it was approved as it is. Nothing of it is cut: what
     * somebody approves may stand at the end of a long line.
     */
    List<String> difference(String name, JsonValue definition) {
        JsonValue now = held(definition);
        JsonValue before = definitions.get(name);
        if (now.equals(before)) {
            return List.of();
        }
        Map<String, String> old = before == null ? Map.of() : flat(before);
        Map<String, String> fresh = flat(now);
        List<String> lines = new ArrayList<>(List.of(before == null ? "it is new:" : "it has changed:"));
        Set<String> places = new TreeSet<>(old.keySet());
        places.addAll(fresh.keySet());
        for (String place : places) {
            String was = old.get(place);
            String is = fresh.get(place);
            if (was != null && !was.equals(is)) {
                lines.add("- " + place + ": " + was);
            }
            if (is != null && !is.equals(was)) {
                lines.add("+ " + place + ": " + is);
            }
        }
        return lines;
    }

    /** Every text and number of a value by its place. */
    private static Map<String, String> flat(JsonValue value) {
        Map<String, String> found = new TreeMap<>();
        collect("", value, found);
        return found;
    }

    private static void collect(String place, JsonValue value, Map<String, String> found) {
        if (value.kind() == JsonKind.OBJECT && !value.members().isEmpty()) {
            value.members().forEach((name, member) -> collect(place + "/" + name, member, found));
        } else if (value.kind() == JsonKind.ARRAY && !value.elements().isEmpty()) {
            for (int i = 0; i < value.elements().size(); i++) {
                collect(place + "/" + i, value.elements().get(i), found);
            }
        } else {
            found.put(place, value.json());
        }
    }
}
