package io.tapgateway.app.complete;

import static io.tapgateway.protocol.json.JsonReader.ANY;

import io.tapgateway.app.terminal.Choice;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the arguments of a tool may go on, by its schema: {@code name=value}, or the members of a JSON object. Immutable.
 *
 * @param schema of the arguments
 */
record ArgumentChoices(JsonValue schema) {
    private static final JsonValue BOOLEAN = JsonValue.of("boolean");

    List<Choice> next(List<String> before, String begun) {
        if (begun.startsWith("{")) {
            return members(begun);
        }
        int equals = begun.indexOf('=');
        if (equals > 0) {
            String name = begun.substring(0, equals);
            return values(property(name))
                    .map(value -> new Choice(name + "=" + value, value, "", true))
                    .toList();
        }
        Set<String> used =
                before.stream().map(word -> word.replaceFirst("=.*", "")).collect(Collectors.toSet());
        return properties().entrySet().stream()
                .filter(property -> !used.contains(property.getKey()))
                .map(property -> new Choice(property.getKey() + "=", property.getKey(), about(property), false))
                .toList();
    }

    /** The names that may come next in an object of which this much is there. */
    private List<Choice> members(String begun) {
        Place place = Place.atEndOf(begun);
        if (!place.isName()) {
            return List.of();
        }
        String until = begun.substring(0, place.begin());
        return properties().entrySet().stream()
                .filter(property -> !place.names().contains(property.getKey()))
                .map(property -> new Choice(
                        until + JsonValue.of(property.getKey()).json() + ":",
                        property.getKey(),
                        about(property),
                        false))
                .toList();
    }

    private Map<String, JsonValue> properties() {
        return schema.get("properties").flatMap(JsonReader.map(ANY)::tryRead).orElse(Map.of());
    }

    private JsonValue property(String name) {
        return properties().getOrDefault(name, JsonValue.EMPTY_OBJECT);
    }

    private String about(Map.Entry<String, JsonValue> property) {
        boolean isRequired = schema.get("required")
                .flatMap(JsonReader.list(ANY)::tryRead)
                .orElse(List.of())
                .contains(JsonValue.of(property.getKey()));
        return Stream.of(
                        Known.text(property.getValue(), "type"),
                        Known.text(property.getValue(), "description"),
                        isRequired ? "required" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> values(JsonValue property) {
        if (property.get("type").filter(BOOLEAN::equals).isPresent()) {
            return Stream.of("true", "false");
        }
        return property.get("enum").flatMap(JsonReader.list(ANY)::tryRead).orElse(List.of()).stream()
                .map(value -> JsonReader.TEXT.tryRead(value).orElseGet(value::json));
    }

    /**
     * Where in an object its text ends.
     *
     * @param isName whether a name of the outermost object belongs there
     * @param begin where that name begins, its quote included
     * @param names those that are there already
     */
    private record Place(boolean isName, int begin, Set<String> names) {

        static Place atEndOf(String json) {
            List<String> names = new ArrayList<>();
            int depth = 0;
            boolean nameExpected = false;
            int at = 0;
            while (at < json.length()) {
                char c = json.charAt(at);
                if (c == '"') {
                    int end = endOfString(json, at);
                    if (end < 0) {
                        return new Place(nameExpected && depth == 1, at, Set.copyOf(names));
                    }
                    if (nameExpected && depth == 1) {
                        names.add(json.substring(at + 1, end));
                    }
                    nameExpected = false;
                    at = end;
                } else if (c == '{' || c == '[') {
                    depth++;
                    nameExpected = c == '{';
                } else if (c == '}' || c == ']') {
                    depth--;
                    nameExpected = false;
                } else if (c == ',') {
                    nameExpected = depth == 1;
                }
                at++;
            }
            return new Place(nameExpected && depth == 1, json.length(), Set.copyOf(names));
        }

        private static int endOfString(String json, int begin) {
            int at = begin + 1;
            while (at < json.length() && json.charAt(at) != '"') {
                at += json.charAt(at) == '\\' ? 2 : 1;
            }
            return at < json.length() ? at : -1;
        }
    }
}
