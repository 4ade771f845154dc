package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The number that the result of a query comes to: the last sample of its first series, as Prometheus tells it, or the
 * first number in the last line of JSON. Where there is nothing, that is 0: no line about an error is no error (W-066).
 * Stateless.
 */
final class LastSample {
    private LastSample() {}

    /** Empty if something is there that has no number. */
    static OptionalDouble of(JsonValue data) {
        return switch (data.kind()) {
            case NULL -> OptionalDouble.of(0);
            case NUMBER -> finite(data.asDouble());
            case STRING -> ofLines(data.asString());
            case ARRAY -> data.elements().isEmpty() ? OptionalDouble.of(0) : of(last(data.elements()));
            case OBJECT -> ofObject(data);
            case BOOLEAN -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble ofObject(JsonValue object) {
        Optional<JsonValue> result =
                object.get("data").filter(it -> it.kind() == JsonKind.OBJECT).flatMap(it -> it.get("result"));
        if (result.isPresent()) {
            return ofSeries(result.get());
        }
        return object.members().values().stream()
                .map(LastSample::number)
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    /** A sample is a time and a text with the number; a series has one or many. */
    private static OptionalDouble ofSeries(JsonValue result) {
        if (result.kind() != JsonKind.ARRAY) {
            return OptionalDouble.empty();
        }
        List<JsonValue> all = result.elements();
        if (all.isEmpty()) {
            return OptionalDouble.of(0);
        }
        JsonValue first = all.get(0);
        if (first.kind() != JsonKind.OBJECT) {
            return number(last(all));
        }
        Optional<JsonValue> sample = first.get("value")
                .or(() -> first.get("values").filter(LastSample::isFilled).map(it -> last(it.elements())));
        return sample.filter(LastSample::isFilled)
                .map(it -> number(last(it.elements())))
                .orElse(OptionalDouble.empty());
    }

    private static boolean isFilled(JsonValue value) {
        return value.kind() == JsonKind.ARRAY && !value.elements().isEmpty();
    }

    private static OptionalDouble ofLines(String text) {
        List<String> lines = text.lines().filter(it -> !it.isBlank()).toList();
        if (lines.isEmpty()) {
            return OptionalDouble.of(0);
        }
        String line = lines.get(lines.size() - 1);
        try {
            JsonValue read = JsonValue.parse(line);
            return read.kind() == JsonKind.OBJECT ? ofObject(read) : number(read);
        } catch (MalformedJson e) {
            return OptionalDouble.empty();
        }
    }

    private static JsonValue last(List<JsonValue> all) {
        return all.get(all.size() - 1);
    }

    private static OptionalDouble number(JsonValue value) {
        if (value.kind() == JsonKind.NUMBER) {
            return finite(value.asDouble());
        }
        if (value.kind() != JsonKind.STRING) {
            return OptionalDouble.empty();
        }
        try {
            return finite(Double.parseDouble(value.asString()));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble finite(double number) {
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
}
