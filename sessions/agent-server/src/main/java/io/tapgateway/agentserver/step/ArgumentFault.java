package io.tapgateway.agentserver.step;

import io.tapgateway.model.ModelTool;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model may get wrong that tells arguments as it remembers them: one is missing, or of another type.
 * Whatever else a schema asks for, its tool says. Stateless.
 */
final class ArgumentFault {
    private static final JsonReader<List<String>> TEXTS = JsonReader.list(JsonReader.TEXT);

    private ArgumentFault() {}

    /** What is wrong with the arguments of an action, a sentence; empty if nothing is that is seen here. */
    static Optional<String> find(ModelTool tool, JsonValue arguments) {
        Optional<String> missing = tool.parameters().get("required").flatMap(TEXTS::tryRead).orElse(List.of()).stream()
                .filter(it -> arguments.get(it).isEmpty())
                .findFirst();
        if (missing.isPresent()) {
            return Optional.of("`" + tool.name() + "` cannot be used without `" + missing.get() + "`.");
        }
        Map<String, JsonValue> properties = tool.parameters()
                .get("properties")
                .filter(it -> it.kind() == JsonKind.OBJECT)
                .map(JsonValue::members)
                .orElse(Map.of());
        return arguments.members().entrySet().stream()
                .flatMap(each -> Optional.ofNullable(properties.get(each.getKey()))
                        .flatMap(it -> it.get("type"))
                        .flatMap(JsonReader.TEXT::tryRead)
                        .filter(type -> !isOf(type, each.getValue()))
                        .map(type -> "`" + each.getKey() + "` of `" + tool.name() + "` is of the type " + type + ".")
                        .stream())
                .findFirst();
    }

    private static boolean isOf(String type, JsonValue value) {
        return switch (type) {
            case "string" -> value.kind() == JsonKind.STRING;
            case "boolean" -> value.kind() == JsonKind.BOOLEAN;
            case "array" -> value.kind() == JsonKind.ARRAY;
            case "object" -> value.kind() == JsonKind.OBJECT;
            case "number" -> value.kind() == JsonKind.NUMBER;
            case "integer" ->
                value.kind() == JsonKind.NUMBER && value.asWholeNumber().isPresent();
            default -> true;
        };
    }
}
