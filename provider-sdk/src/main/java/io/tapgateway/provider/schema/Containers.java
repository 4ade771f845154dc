package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shapes with other shapes inside, and enums. Immutable. */
final class Containers {
    private Containers() {}

    /** {@code Optional}: may be missing or {@code null}. */
    record OptionalShape(Shape content) implements Shape {
        @Override
        public Schema schema() {
            return content.schema();
        }

        @Override
        public Object read(JsonValue value, String pointer) {
            return value.kind() == JsonKind.NULL ? Optional.empty() : Optional.of(content.read(value, pointer));
        }

        @Override
        public boolean optional() {
            return true;
        }

        @Override
        public Object missing(String pointer) {
            return Optional.empty();
        }
    }

    /** {@code List}. */
    record ListShape(Shape element) implements Shape {
        @Override
        public Schema schema() {
            return Schema.array(element.schema());
        }

        @Override
        public Object read(JsonValue value, String pointer) {
            if (value.kind() != JsonKind.ARRAY) {
                throw InvalidArguments.at(pointer, "must be a list");
            }
            List<Object> elements = new ArrayList<>();
            for (JsonValue item : value.elements()) {
                elements.add(element.read(item, pointer + "/" + elements.size()));
            }
            return Collections.unmodifiableList(elements);
        }
    }

    /** {@code Map} with strings as keys. */
    record MapShape(Shape content) implements Shape {
        @Override
        public Schema schema() {
            return Schema.map(content.schema());
        }

        @Override
        public Object read(JsonValue value, String pointer) {
            if (value.kind() != JsonKind.OBJECT) {
                throw InvalidArguments.at(pointer, "must be an object");
            }
            Map<String, Object> members = new LinkedHashMap<>();
            value.members()
                    .forEach((name, member) ->
                            members.put(name, content.read(member, pointer + "/" + Pointers.escape(name))));
            return Collections.unmodifiableMap(members);
        }
    }

    /** An enum: its constants by name. */
    record EnumShape(List<Enum<?>> constants) implements Shape {
        static EnumShape of(Class<?> type) {
            return new EnumShape(Arrays.stream(type.getEnumConstants())
                    .<Enum<?>>map(constant -> (Enum<?>) constant)
                    .toList());
        }

        @Override
        public Schema schema() {
            return Schema.oneOf(names().toArray(String[]::new));
        }

        @Override
        public Object read(JsonValue value, String pointer) {
            if (value.kind() == JsonKind.STRING) {
                for (Enum<?> constant : constants) {
                    if (constant.name().equals(value.asString())) {
                        return constant;
                    }
                }
            }
            throw InvalidArguments.at(pointer, "must be one of " + String.join(", ", names()));
        }

        private List<String> names() {
            return constants.stream().<String>map(Enum::name).toList();
        }
    }

    /** JSON pointers (RFC 6901). */
    static final class Pointers {
        private Pointers() {}

        static String escape(String name) {
            return name.replace("~", "~0").replace("/", "~1");
        }
    }
}
