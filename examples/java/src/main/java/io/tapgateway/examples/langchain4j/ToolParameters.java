package io.tapgateway.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.RegisteredTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The declaration of a tool in LangChain4j's terms, which know a few keywords of JSON Schema. Below the top, schemas
 * pass as they stand; a tool that says more at the top says it in its description. Whatever the model makes of it, the
 * gateway checks its arguments. Stateless.
 */
final class ToolParameters {
    private static final Set<String> KEYWORDS = Set.of(
            "type", "properties", "required", "additionalProperties", "$defs", "description", "title", "$schema");

    private ToolParameters() {}

    static ToolSpecification specification(RegisteredTool tool) {
        ToolSpecification.Builder specification =
                ToolSpecification.builder().name(tool.name().value());
        try {
            return specification
                    .description(tool.description())
                    .parameters(parameters(tool.parameters()))
                    .build();
        } catch (JsonFault beyondThem) {
            return specification
                    .description(tool.description() + "\nIts arguments are an object of this JSON Schema: "
                            + tool.parameters().json())
                    .parameters(JsonObjectSchema.builder()
                            .additionalProperties(true)
                            .build())
                    .build();
        }
    }

    /** @throws JsonFault if they cannot be expressed */
    private static JsonObjectSchema parameters(JsonValue schema) {
        if (!KEYWORDS.containsAll(schema.members().keySet())) {
            throw new JsonFault("", "has keywords beyond " + KEYWORDS);
        }
        JsonObjectSchema.Builder parameters = JsonObjectSchema.builder()
                .addProperties(schemas(schema, "properties"))
                .definitions(schemas(schema, "$defs"))
                .required(schema.get("required")
                        .map(JsonReader.list(JsonReader.TEXT)::read)
                        .orElse(List.of()));
        schema.get("additionalProperties").map(JsonReader.FLAG::read).ifPresent(parameters::additionalProperties);
        return parameters.build();
    }

    private static Map<String, JsonSchemaElement> schemas(JsonValue schema, String keyword) {
        Map<String, JsonSchemaElement> schemas = new LinkedHashMap<>();
        schema.get(keyword)
                .map(JsonReader.OBJECT::read)
                .ifPresent(all -> all.members().forEach((name, each) -> schemas.put(name, raw(each))));
        return schemas;
    }

    /** A schema is an object, or a boolean: everything, or nothing. */
    private static JsonSchemaElement raw(JsonValue schema) {
        boolean everything = schema.kind() != JsonKind.OBJECT && JsonReader.FLAG.read(schema);
        String nothing = "{\"not\":{}}";
        return JsonRawSchema.from(schema.kind() == JsonKind.OBJECT ? schema.json() : everything ? "{}" : nothing);
    }
}
