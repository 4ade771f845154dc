package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The parameters of a tool that the heads of its calls repeat, where calls stand by themselves and go over Streamable
 * HTTP (M-070). Immutable.
 *
 * @param paths by the name of the header, the members that lead to the value
 */
public record HeaderParameters(Map<String, List<String>> paths) {
    /** Nothing is repeated. */
    public static final HeaderParameters NONE = new HeaderParameters(Map.of());

    private static final String MARK = "x-mcp-header";
    private static final String BEGIN = "Mcp-Param-";
    private static final String PROPERTIES = "properties";
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Set<String> SIMPLE = Set.of("string", "integer", "boolean");

    /** What may stand in place of each of these. */
    private static final String NOTHING = "null";

    /** Members of a schema that have values in them, and no schemas. */
    private static final Set<String> DATA = Set.of("enum", "const", "default", "examples");

    public HeaderParameters {
        paths = Map.copyOf(paths);
    }

    /**
     * Reads what the schema of a tool's parameters marks.
     *
     * @throws JsonFault if it marks what no head can repeat; its pointer begins in the schema
     */
    public static HeaderParameters read(JsonValue schema) {
        if (schema.get(MARK).isPresent()) {
            throw elsewhere("");
        }
        Map<String, List<String>> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        collect("", List.of(), schema, found);
        return found.isEmpty() ? NONE : new HeaderParameters(found);
    }

    private static void collect(String place, List<String> path, JsonValue schema, Map<String, List<String>> found) {
        membersOf(schema).forEach((name, part) -> {
            String at = place + "/" + escaped(name);
            if (name.equals(PROPERTIES)) {
                membersOf(part)
                        .forEach((each, property) ->
                                property(at + "/" + escaped(each), to(path, each), property, found));
            } else if (!DATA.contains(name) && isMarked(part)) {
                throw elsewhere(at);
            }
        });
    }

    private static void property(String at, List<String> path, JsonValue schema, Map<String, List<String>> found) {
        Optional<JsonValue> mark = schema.get(MARK);
        if (mark.isPresent()) {
            String header = mark.flatMap(JsonReader.TEXT::tryRead)
                    .filter(it -> TOKEN.matcher(it).matches())
                    .map(BEGIN::concat)
                    .orElseThrow(() -> new JsonFault(at, "is marked for a header with a name that no header can have"));
            if (!isSimple(schema)) {
                throw new JsonFault(at, "is marked for a header, and is no text, whole number or truth value");
            }
            if (found.putIfAbsent(header, path) != null) {
                throw new JsonFault(at, "is marked for the same header as another parameter");
            }
        }
        collect(at, path, schema, found);
    }

    private static JsonFault elsewhere(String at) {
        return new JsonFault(at, "is marked for a header, and is no parameter with a place of its own");
    }

    /** Whether anything in it is marked; a property of that name is an object, or a truth value. */
    private static boolean isMarked(JsonValue value) {
        Stream<JsonValue> parts = value.kind() == JsonKind.ARRAY
                ? value.elements().stream()
                : membersOf(value).entrySet().stream()
                        .filter(it -> !DATA.contains(it.getKey()))
                        .map(Map.Entry::getValue);
        boolean isItself = value.get(MARK)
                .filter(it -> it.kind() != JsonKind.OBJECT && it.kind() != JsonKind.BOOLEAN)
                .isPresent();
        return isItself || parts.anyMatch(HeaderParameters::isMarked);
    }

    private static boolean isSimple(JsonValue schema) {
        JsonValue type = schema.get("type").orElse(JsonValue.NULL);
        List<String> types = (type.kind() == JsonKind.ARRAY ? type.elements() : List.of(type))
                .stream()
                        .map(it -> JsonReader.TEXT.tryRead(it).orElse(""))
                        .filter(it -> !it.equals(NOTHING))
                        .toList();
        return !types.isEmpty() && SIMPLE.containsAll(types);
    }

    private static Map<String, JsonValue> membersOf(JsonValue value) {
        return value.kind() == JsonKind.OBJECT ? value.members() : Map.of();
    }

    private static List<String> to(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** The headers of a call with these arguments; what is not among them, or null, is in none. */
    public Map<String, String> headers(JsonValue arguments) {
        Map<String, String> headers = new TreeMap<>();
        paths.forEach((header, path) -> value(arguments, path).ifPresent(it -> headers.put(header, it)));
        return headers;
    }

    private static Optional<String> value(JsonValue arguments, List<String> path) {
        Optional<JsonValue> value = Optional.of(arguments);
        for (String name : path) {
            value = value.flatMap(it -> it.get(name));
        }
        return value.flatMap(HeaderParameters::text).map(HeaderValue::encode);
    }

    private static Optional<String> text(JsonValue value) {
        return switch (value.kind()) {
            case STRING -> Optional.of(value.asString());
            case NUMBER ->
                Optional.of(value.asWholeNumber().map(String::valueOf).orElseGet(value::json));
            case BOOLEAN -> Optional.of(value.json());
            case NULL, OBJECT, ARRAY -> Optional.empty();
        };
    }
}
