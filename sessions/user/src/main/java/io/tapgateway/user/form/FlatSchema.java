package io.tapgateway.user.form;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.MayChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of a form, none of which contains others: what MCP lets a server elicit (U-104). Immutable.
 *
 * @param fields in the order in which they are asked for; 1 to {@value #MOST_FIELDS} with different names
 */
@MayChange
public record FlatSchema(List<FlatField> fields) {
    /** How many fields a form has at most. */
    public static final int MOST_FIELDS = 20;

    private static final JsonReader<List<String>> TEXTS = JsonReader.list(JsonReader.TEXT);

    /** @throws IllegalArgumentException if it is beyond a limit; the message is a sentence for whoever asks */
    public FlatSchema {
        fields = List.copyOf(fields);
        if (fields.isEmpty() || fields.size() > MOST_FIELDS) {
            throw new IllegalArgumentException("A form has 1 to " + MOST_FIELDS + " fields.");
        }
        if (fields.stream().map(FlatField::name).distinct().count() != fields.size()) {
            throw new IllegalArgumentException("All fields of a form have different names.");
        }
    }

    /**
     * Reads a JSON Schema of an object whose properties are strings, numbers, whole numbers, truth values or one of
     * some strings.
     *
     * @throws IllegalArgumentException if it is anything else; the message is a sentence for whoever asks
     */
    public static FlatSchema read(JsonValue schema) {
        try {
            return read(JsonObject.of(schema));
        } catch (JsonFault fault) {
            throw new IllegalArgumentException("The schema cannot be used: " + fault.getMessage() + ".", fault);
        }
    }

    private static FlatSchema read(JsonObject schema) {
        if (!schema.required("type", JsonReader.TEXT).equals("object")) {
            throw new JsonFault("/type", "must be \"object\"");
        }
        Map<String, JsonValue> properties = schema.required("properties", JsonReader.map(JsonReader.ANY));
        Set<String> required = new HashSet<>(schema.optional("required", TEXTS).orElse(List.of()));
        if (!properties.keySet().containsAll(required)) {
            throw new JsonFault("/required", "must name properties");
        }
        List<FlatField> fields = new ArrayList<>();
        properties.forEach((name, property) -> {
            try {
                fields.add(FlatFieldJson.read(name, JsonObject.of(property), required.contains(name)));
            } catch (JsonFault fault) {
                throw fault.under("/properties/" + name);
            }
        });
        return new FlatSchema(fields);
    }

    /** The same as a JSON Schema. */
    public JsonValue json() {
        return json(true);
    }

    /**
     * The same as a JSON Schema.
     *
     * @param titled whether options stand there with their labels, as newer clients of MCP have them, or as values
     *     whose names stand beside them
     */
    public JsonValue json(boolean titled) {
        return JsonWriter.toValue(out -> out.text("type", "object")
                .object(
                        "properties",
                        properties -> fields.forEach(
                                field -> properties.object(field.name(), it -> FlatFieldJson.write(it, field, titled))))
                .texts(
                        "required",
                        fields.stream()
                                .filter(FlatField::required)
                                .map(FlatField::name)
                                .toList()));
    }

    /** Why this is no answer, a sentence; empty if it is one. */
    public Optional<String> objection(JsonValue answer) {
        if (answer.kind() != JsonKind.OBJECT) {
            return Optional.of("The answer is an object with the fields of the form.");
        }
        Map<String, JsonValue> given = answer.members();
        Optional<String> unknown = given.keySet().stream()
                .filter(name -> fields.stream().noneMatch(it -> it.name().equals(name)))
                .findFirst();
        return unknown.map(name -> "The form has no field '" + name + "'.")
                .or(() -> fields.stream()
                        .flatMap(field -> objection(field, given).stream())
                        .findFirst());
    }

    private static Optional<String> objection(FlatField field, Map<String, JsonValue> given) {
        return Optional.ofNullable(given.get(field.name()))
                .map(field::objection)
                .orElseGet(() -> field.required()
                        ? Optional.of("'" + field.label() + "' has to be filled in.")
                        : Optional.empty());
    }

    /** How long it is where all of it is shown, in characters. */
    public int length() {
        return fields.stream().mapToInt(FlatField::length).sum();
    }
}
