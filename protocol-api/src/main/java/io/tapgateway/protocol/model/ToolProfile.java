package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * What a provider may say of a tool besides what a call needs (D-236). Immutable.
 *
 * @param title for people; not blank
 * @param outputSchema JSON Schema of structured results; an object whose {@code type} is {@code object}
 */
public record ToolProfile(Optional<String> title, Optional<JsonValue> outputSchema, ToolAnnotations annotations) {
    /** Nothing more is said. */
    public static final ToolProfile NONE = new ToolProfile(Optional.empty(), Optional.empty(), ToolAnnotations.NONE);

    public ToolProfile {
        if (title.filter(String::isBlank).isPresent()) {
            throw InvalidMessage.at("/title", "must not be blank");
        }
        if (outputSchema.filter(schema -> !isOfObjects(schema)).isPresent()) {
            throw InvalidMessage.at("/outputSchema", "must be an object whose \"type\" is \"object\"");
        }
        if (outputSchema.filter(ToolDefinition::refersElsewhere).isPresent()) {
            throw InvalidMessage.at("/outputSchema", "may only refer to its own parts by $ref");
        }
    }

    private static boolean isOfObjects(JsonValue schema) {
        return schema.kind() == JsonKind.OBJECT
                && schema.get("type").filter(JsonValue.of("object")::equals).isPresent();
    }

    /** This profile with a title. */
    public ToolProfile withTitle(String text) {
        return new ToolProfile(Optional.of(text), outputSchema, annotations);
    }

    /** This profile with a schema of results. */
    public ToolProfile withOutputSchema(JsonValue schema) {
        return new ToolProfile(title, Optional.of(schema), annotations);
    }

    /** This profile with other hints. */
    public ToolProfile withAnnotations(ToolAnnotations hints) {
        return new ToolProfile(title, outputSchema, hints);
    }
}
