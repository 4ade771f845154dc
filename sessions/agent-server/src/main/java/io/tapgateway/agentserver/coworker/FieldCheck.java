package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** What one field of a message has to be, and the words for one that is not. Stateless. */
@FunctionalInterface
interface FieldCheck {
    /** What is wrong, without the type of the message; empty if nothing is. */
    Optional<String> fault(JsonValue body);

    /** A string that is not blank. */
    Predicate<JsonValue> NOT_BLANK = value -> value.kind() == JsonKind.STRING && !EcmaText.isBlank(value.asString());

    Predicate<JsonValue> TEXT = value -> value.kind() == JsonKind.STRING;
    Predicate<JsonValue> FLAG = value -> value.kind() == JsonKind.BOOLEAN;
    Predicate<JsonValue> OBJECT = value -> value.kind() == JsonKind.OBJECT;
    Predicate<JsonValue> FINITE = value -> value.kind() == JsonKind.NUMBER && !Double.isInfinite(value.asDouble());
    Predicate<JsonValue> ABOVE_ZERO = FINITE.and(value -> value.asDouble() > 0);
    Predicate<JsonValue> COUNT = ABOVE_ZERO.and(value -> value.asDouble() == Math.rint(value.asDouble()));
    Predicate<JsonValue> TEXTS =
            value -> value.kind() == JsonKind.ARRAY && value.elements().stream().allMatch(TEXT);

    /** One of a few words. */
    static Predicate<JsonValue> oneOf(Set<String> words) {
        return value -> value.kind() == JsonKind.STRING && words.contains(value.asString());
    }

    /** A field that has to be there. */
    static FieldCheck required(String field, Predicate<JsonValue> right, String fault) {
        return body -> body.get(field).filter(right).isPresent() ? Optional.empty() : Optional.of(fault);
    }

    static FieldCheck missing(String field, Predicate<JsonValue> right) {
        return required(field, right, "missing " + field);
    }

    static FieldCheck missingOrInvalid(String field, Predicate<JsonValue> right) {
        return required(field, right, "missing/invalid " + field);
    }

    static FieldCheck invalid(String field, Predicate<JsonValue> right) {
        return required(field, right, "invalid " + field);
    }

    /** A field that may be left out, but is never null (W-016). */
    static FieldCheck optional(String field, Predicate<JsonValue> right) {
        return optional(field, right, value -> "invalid " + field);
    }

    static FieldCheck optional(String field, Predicate<JsonValue> right, Function<JsonValue, String> fault) {
        return body -> body.get(field).filter(right.negate()).map(fault);
    }

    /** The same of a field within a field, which is an object. */
    static FieldCheck within(String outer, FieldCheck inner) {
        return body -> inner.fault(body.get(outer).orElseThrow())
                .map(fault -> fault.startsWith("invalid ")
                        ? "invalid " + outer + "." + fault.substring("invalid ".length())
                        : fault);
    }
}
