package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A tool as its provider declares it. Immutable.
 *
 * @param description for the model; not blank (D-124)
 * @param parameters JSON Schema of the arguments; an object whose {@code type}, if given, is {@code object}, without
 *     references to elsewhere (D-123)
 * @param timeoutMillis how long a call may run, in milliseconds, as asked for: positive; the gateway clamps it (D-136)
 * @param profile what it says besides
 */
public record ToolDefinition(
        ToolName name, String description, JsonValue parameters, OptionalLong timeoutMillis, ToolProfile profile) {
    /** What <code>{}</code> and absent parameters mean: no arguments (D-123). */
    public static final JsonValue NO_PARAMETERS = noParameters();

    /** What refers to a schema, in any draft. */
    private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef", "$recursiveRef");

    public ToolDefinition {
        if (description.isBlank()) {
            throw InvalidMessage.at("/description", "a tool needs a description");
        }
        if (parameters.kind() != JsonKind.OBJECT) {
            throw InvalidMessage.at("/parameters", "must be an object");
        }
        if (parameters.members().isEmpty()) {
            parameters = NO_PARAMETERS;
        }
        JsonValue type = parameters.get("type").orElse(JsonValue.NULL);
        if (type.kind() != JsonKind.NULL
                && !(type.kind() == JsonKind.STRING && type.asString().equals("object"))) {
            throw InvalidMessage.at("/parameters/type", "must be \"object\"");
        }
        if (refersElsewhere(parameters)) {
            throw InvalidMessage.at("/parameters", "may only refer to its own parts");
        }
        if (timeoutMillis.isPresent() && timeoutMillis.getAsLong() <= 0) {
            throw InvalidMessage.at("/timeout", "must be a positive number of milliseconds");
        }
    }

    static boolean refersElsewhere(JsonValue schema) {
        return REFERENCES.stream()
                .flatMap(name -> schema.stringsNamed(name).stream())
                .anyMatch(target -> !target.startsWith("#"));
    }

    /** A tool with the gateway's default timeout. */
    public static ToolDefinition of(String name, String description, JsonValue parameters) {
        return new ToolDefinition(new ToolName(name), description, parameters, OptionalLong.empty(), ToolProfile.NONE);
    }

    /** This tool with another limit on how long a call may run. */
    public ToolDefinition withTimeoutMillis(long limit) {
        return new ToolDefinition(name, description, parameters, OptionalLong.of(limit), profile);
    }

    /** This tool with another profile. */
    public ToolDefinition withProfile(ToolProfile other) {
        return new ToolDefinition(name, description, parameters, timeoutMillis, other);
    }

    private static JsonValue noParameters() {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("type", JsonValue.of("object"));
        schema.put("properties", JsonValue.EMPTY_OBJECT);
        return JsonValue.object(schema);
    }
}
