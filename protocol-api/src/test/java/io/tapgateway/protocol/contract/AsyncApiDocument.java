package io.tapgateway.protocol.contract;

import static io.tapgateway.protocol.contract.ValueShape.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The AsyncAPI 3 document of the provider port, seen from the gateway. */
final class AsyncApiDocument {
    private AsyncApiDocument() {}

    static String yaml() {
        Map<String, Object> document = schema(
                "asyncapi", "3.0.0",
                "info",
                        schema(
                                "title", "Provider Interface",
                                "version", "2",
                                "description",
                                        "What a gateway and its providers say to each other: one JSON object in each "
                                                + "text frame. Unknown fields are ignored, except in the objects whose schema is closed."),
                "defaultContentType", "application/json",
                "servers",
                        schema(
                                "gateway",
                                schema(
                                        "host",
                                        "localhost:9400",
                                        "protocol",
                                        "ws",
                                        "description",
                                        "The provider port.")),
                "channels",
                        schema(
                                "provider",
                                schema(
                                        "address", "/",
                                        "description", "One connection of one provider.",
                                        "messages", references("#/components/messages/"))),
                "operations",
                        schema(
                                "receiveFromProvider", operation("receive", true),
                                "sendToProvider", operation("send", false)),
                "components", schema("messages", messages()));
        StringBuilder yaml = new StringBuilder(ContractDocuments.YAML_HEADER);
        Yaml.write(document, yaml);
        return yaml.toString();
    }

    private static Map<String, Object> operation(String action, boolean fromProvider) {
        List<Object> messages = new ArrayList<>();
        for (MessageShape message : MessageShapes.ALL) {
            if (message.type().fromProvider() == fromProvider) {
                messages.add(schema(
                        "$ref", "#/channels/provider/messages/" + message.type().wireName()));
            }
        }
        return schema("action", action, "channel", schema("$ref", "#/channels/provider"), "messages", messages);
    }

    private static Map<String, Object> references(String prefix) {
        Map<String, Object> references = new LinkedHashMap<>();
        for (MessageShape message : MessageShapes.ALL) {
            String name = message.type().wireName();
            references.put(name, schema("$ref", prefix + name));
        }
        return references;
    }

    private static Map<String, Object> messages() {
        Map<String, Object> messages = new LinkedHashMap<>();
        for (MessageShape message : MessageShapes.ALL) {
            String name = message.type().wireName();
            messages.put(
                    name,
                    schema(
                            "name", name,
                            "summary", message.meaning(),
                            "payload",
                                    schema(
                                            "schemaFormat",
                                            "application/schema+json;version=draft-2020-12",
                                            "schema",
                                            schema("$ref", "schema/" + name + ".json")),
                            "examples", List.of(schema("payload", Corpus.typical(message)))));
        }
        return messages;
    }
}
