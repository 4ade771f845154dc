package io.tapgateway.workspace;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.schema.InvalidArguments;
import java.util.List;
import java.util.Optional;

/** The path among the arguments of a tool, by any of the names that rules on files know, too (F-002). Stateless. */
final class PathArgument {
    static final String NAME = "path";

    private static final List<String> NAMES = List.of(NAME, "filePath", "file_path");

    private PathArgument() {}

    static String required(JsonValue args) {
        return optional(args).orElseThrow(() -> InvalidArguments.at("/" + NAME, "is missing"));
    }

    /** The texts of a list; nothing else is in it, since the schema says so. */
    static List<String> list(JsonValue value) {
        return value.kind() == JsonKind.ARRAY
                ? value.elements().stream()
                        .filter(item -> item.kind() == JsonKind.STRING)
                        .map(JsonValue::asString)
                        .toList()
                : List.of();
    }

    static Optional<String> optional(JsonValue args) {
        for (String name : NAMES) {
            Optional<JsonValue> value = args.get(name).filter(it -> it.kind() != JsonKind.NULL);
            if (value.isPresent()) {
                if (value.get().kind() != JsonKind.STRING) {
                    throw InvalidArguments.at("/" + name, "must be a string");
                }
                return Optional.of(value.get().asString());
            }
        }
        return Optional.empty();
    }
}
