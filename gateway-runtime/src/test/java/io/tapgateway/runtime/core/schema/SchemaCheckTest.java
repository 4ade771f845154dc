package io.tapgateway.runtime.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaCheckTest {
    private static final Limits LIMITS = Limits.standard();

    /** One line of the table. */
    record Case(String schema, String value, String fault) {
        static Case parse(String line) {
            String[] parts = line.split(" -> ", -1);
            return new Case(parts[0], parts[1], parts[2]);
        }
    }

    static List<Case> cases() {
        try (InputStream in = SchemaCheckTest.class.getResourceAsStream("schema-cases.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(Case::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void D123_the_first_place_that_does_not_fit_is_named(Case line) {
        assertThat(check(line.schema(), line.value(), LIMITS))
                .isEqualTo(Optional.of(line.fault()).filter(fault -> !fault.equals("-")));
    }

    @Test
    void a_schema_whose_parts_multiply_ends_without_a_verdict() {
        String doubling = IntStream.range(0, 60)
                .mapToObj(i -> "\"d%d\":{\"allOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]}"
                        .formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(","));
        String schema = "{\"$ref\":\"#/$defs/d0\",\"$defs\":{" + doubling + ",\"d60\":true},\"type\":\"string\"}";

        assertThat(check(schema, "1", LIMITS)).isEmpty();
    }

    @Test
    void steps_are_counted_up_to_the_limit() {
        String schema = "{\"items\":{\"type\":\"string\"}}";
        String value = IntStream.range(0, 1_000).mapToObj(i -> "\"x\"").collect(Collectors.joining(",", "[", ",1]"));

        assertThat(check(schema, value, LIMITS)).contains("/1000 must be of type string");
        assertThat(check(schema, value, LIMITS.with(Limit.VALIDATION_STEPS, 2_004)))
                .contains("/1000 must be of type string");
        assertThat(check(schema, value, LIMITS.with(Limit.VALIDATION_STEPS, 2_003)))
                .isEmpty();
    }

    @Test
    void patterns_cost_what_it_takes_to_make_them() {
        String patterns = IntStream.range(0, 100)
                .mapToObj(i -> "\"(a%d){900}\":true".formatted(i))
                .collect(Collectors.joining(","));
        String schema = "{\"patternProperties\":{" + patterns + "},\"required\":[\"b\"]}";

        assertThat(check(schema, "{\"a\":1}", LIMITS)).isEmpty();
        assertThat(check(schema, "{}", LIMITS)).contains("/b is missing");
    }

    @Test
    void a_search_that_takes_too_long_ends_without_a_verdict() {
        String schema = "{\"pattern\":\"(x+x+)+y\"}";
        String value = "\"" + "x".repeat(300_000) + "z\"";

        assertThat(check(schema, value, LIMITS)).isEmpty();
    }

    private static Optional<String> check(String schema, String value, Limits limits) {
        return SchemaCheck.firstMismatch(json(schema), json(value), limits, () -> 0)
                .map(Mismatch::toString);
    }

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
