package io.tapgateway.protocol.contract;

import static io.tapgateway.protocol.contract.ValueShape.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One JSON Schema (2020-12) for each message. */
final class SchemaDocuments {
    private SchemaDocuments() {}

    /** A document of its own. */
    static Map<String, Object> document(MessageShape message) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        document.put("title", message.type().wireName());
        document.put("description", message.meaning());
        document.put("type", "object");

        List<Object> required = new ArrayList<>(List.of("type"));
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("type", schema("const", message.type().wireName()));
        describe(message.fields(), message.type().fromProvider(), properties, required);
        document.put("properties", properties);
        document.put("required", required);

        document.putAll(choice(message));
        Map<String, Object> definitions = new LinkedHashMap<>();
        message.structs().forEach(struct -> definitions.put(struct.name(), definition(message, struct)));
        if (!definitions.isEmpty()) {
            document.put("$defs", definitions);
        }
        return document;
    }

    private static Map<String, Object> choice(MessageShape message) {
        List<Set<String>> choices = message.choices();
        List<Object> alternatives = new ArrayList<>();
        choices.forEach(names -> alternatives.add(schema("required", List.copyOf(names))));
        return choices.isEmpty() ? Map.of() : schema(message.isExclusive() ? "oneOf" : "anyOf", alternatives);
    }

    private static Map<String, Object> definition(MessageShape message, Struct struct) {
        List<Object> required = new ArrayList<>();
        Map<String, Object> properties = new LinkedHashMap<>();
        describe(struct.fields(), message.type().fromProvider(), properties, required);
        Map<String, Object> definition =
                schema("description", struct.description(), "type", "object", "properties", properties);
        if (!required.isEmpty()) {
            definition.put("required", required);
        }
        if (struct.closed()) {
            definition.put("additionalProperties", false);
        }
        definition.putAll(struct.rules());
        return definition;
    }

    /** Gateways accept {@code null} for absent; this one never sends it. */
    private static void describe(
            List<Field> fields, boolean fromProvider, Map<String, Object> properties, List<Object> required) {
        for (Field field : fields) {
            boolean optional = field.isOptional();
            Map<String, Object> property = new LinkedHashMap<>();
            property.put("description", field.description());
            property.putAll(
                    optional && fromProvider
                            ? field.shape().nullable()
                            : field.shape().schema());
            properties.put(field.name(), property);
            if (!optional) {
                required.add(field.name());
            }
        }
    }
}
