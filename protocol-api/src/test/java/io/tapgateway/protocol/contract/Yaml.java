package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;

/** Writes maps and lists as YAML; scalars as JSON, which is YAML as well. */
final class Yaml {
    private Yaml() {}

    static void write(Map<String, Object> document, StringBuilder out) {
        write(document, "", out);
    }

    private static void write(Map<?, ?> map, String indent, StringBuilder out) {
        map.forEach((key, value) -> {
            out.append(indent).append(key(key.toString())).append(':');
            writeValue(value, indent + "  ", out);
        });
    }

    private static void writeValue(Object value, String indent, StringBuilder out) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            out.append('\n');
            write(map, indent, out);
        } else if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map) {
            out.append('\n');
            list.forEach(element -> {
                StringBuilder item = new StringBuilder();
                write((Map<?, ?>) element, indent + "  ", item);
                out.append(indent).append("- ").append(item.substring(indent.length() + 2));
            });
        } else {
            out.append(' ').append(JsonValue.of(value).json()).append('\n');
        }
    }

    private static String key(String name) {
        return name.matches("[A-Za-z][A-Za-z0-9_.]*")
                ? name
                : JsonValue.of(name).json();
    }
}
