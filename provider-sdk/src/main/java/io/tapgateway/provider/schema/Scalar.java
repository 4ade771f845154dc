package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/** The shapes without anything inside. */
enum Scalar implements Shape {
    STRING(Schema.string(), "a string") {
        @Override
        Optional<Object> tryRead(JsonValue value) {
            return value.kind() == JsonKind.STRING ? Optional.of(value.asString()) : Optional.empty();
        }
    },
    BOOLEAN(Schema.bool(), "true or false") {
        @Override
        Optional<Object> tryRead(JsonValue value) {
            return value.kind() == JsonKind.BOOLEAN ? Optional.of(value.asBoolean()) : Optional.empty();
        }
    },
    INT(Schema.integer(), "a whole number within 32 bits") {
        @Override
        Optional<Object> tryRead(JsonValue value) {
            return wholeNumber(value).filter(it -> it == it.intValue()).map(Long::intValue);
        }
    },
    LONG(Schema.integer(), "a whole number within 64 bits") {
        @Override
        Optional<Object> tryRead(JsonValue value) {
            return wholeNumber(value).map(it -> it);
        }
    },
    DOUBLE(Schema.number(), "a number") {
        @Override
        Optional<Object> tryRead(JsonValue value) {
            return value.kind() == JsonKind.NUMBER ? Optional.of(value.asDouble()) : Optional.empty();
        }
    },
    JSON(Schema.any(), "a value") {
        @Override
        Optional<Object> tryRead(JsonValue value) {
            return Optional.of(value);
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // a schema is immutable
    private final Schema schema;

    private final String expected;

    Scalar(Schema schema, String expected) {
        this.schema = schema;
        this.expected = expected;
    }

    abstract Optional<Object> tryRead(JsonValue value);

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object read(JsonValue value, String pointer) {
        return tryRead(value).orElseThrow(() -> InvalidArguments.at(pointer, "must be " + expected));
    }

    private static Optional<Long> wholeNumber(JsonValue value) {
        if (value.kind() != JsonKind.NUMBER) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.valueOf(value.json()));
        } catch (NumberFormatException writtenAsDecimal) {
            return value.asWholeNumber();
        }
    }
}
