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
import java.util.stream.Stream;
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
        assertThat(check(schema, value, LIMITS.with(Limit.VALIDATION_STEPS, 2_002)))
                .isEmpty();
    }

    @Test
    void patterns_cost_what_it_takes_to_make_them() {
        String pattern = "\"(a%d){900}\":true";
        String many = IntStream.range(0, 100).mapToObj(pattern::formatted).collect(Collectors.joining(","));
        String schema = "{\"patternProperties\":{%s},\"additionalProperties\":false,\"required\":[\"b\"]}";

        assertThat(check(schema.formatted(pattern.formatted(1)), "{\"b\":1}", LIMITS))
                .contains("/b is not allowed");
        assertThat(check(schema.formatted(many), "{\"b\":1}", LIMITS)).isEmpty();
        assertThat(check(schema.formatted(many), "{}", LIMITS)).contains("/b is missing");
    }

    @Test
    void reading_a_schema_costs_no_more_than_a_check_may() {
        String schema = IntStream.range(0, 1_000)
                .mapToObj(i -> "{\"type\":\"string\"}")
                .collect(Collectors.joining(",", "{\"allOf\":[", "]}"));

        assertThat(check(schema, "1", LIMITS.with(Limit.VALIDATION_STEPS, 2_002)))
                .contains("the whole must be of type string");
        assertThat(check(schema, "1", LIMITS.with(Limit.VALIDATION_STEPS, 2_001)))
                .isEmpty();
    }

    @Test
    void values_that_look_alike_to_a_hash_cost_no_more_than_others() {
        // All of these have the same hash code, and so have lists of them.
        String elements = IntStream.range(0, 1 << 14)
                .mapToObj(i -> Integer.toBinaryString(i | 1 << 14).substring(1))
                .map(bits -> bits.replace("0", "Aa").replace("1", "BB"))
                .collect(Collectors.joining("\"],[\"", "[[\"", "\"]]"));

        assertThat(check("{\"uniqueItems\":true,\"maxItems\":1}", elements, LIMITS))
                .contains("the whole must have at most 1 elements");
    }

    @Test
    void references_in_a_circle_end_without_a_verdict() {
        String schema =
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}";

        assertThat(check(schema, "1", LIMITS)).isEmpty();
    }

    @Test
    void a_long_chain_of_references_is_read_and_ends_without_a_verdict() {
        String chain = IntStream.range(0, 2_000)
                .mapToObj(i -> "\"d%d\":{\"$ref\":\"#/$defs/d%d\"}".formatted(i, i + 1))
                .collect(Collectors.joining(","));
        String schema = "{\"$ref\":\"#/$defs/d0\",\"$defs\":{" + chain + ",\"d2000\":false}}";

        assertThat(check(schema, "1", LIMITS)).isEmpty();
        assertThat(check(schema.replace("d0\",", "d1990\","), "1", LIMITS)).contains("the whole is not allowed");
    }

    @Test
    void what_many_alternatives_have_seen_is_paid_for() {
        String members = IntStream.range(0, 1_000)
                .mapToObj(i -> "\"m%d\":1".formatted(i))
                .collect(Collectors.joining(",", "{", "}"));
        String alternatives = Stream.generate(() -> "{\"additionalProperties\":true}")
                .limit(500)
                .collect(Collectors.joining(","));
        String schema = "{\"anyOf\":[" + alternatives + "],\"unevaluatedProperties\":false,\"required\":[\"x\"]}";

        assertThat(check(schema, members, LIMITS)).isEmpty();
    }

    @Test
    void a_search_that_takes_too_long_ends_without_a_verdict() {
        String schema = "{\"pattern\":\"(x+x+)+y\"}";
        String value = "\"" + "x".repeat(300_000) + "z\"";

        assertThat(check(schema, value, LIMITS)).isEmpty();
    }

    private static Optional<String> check(String schema, String value, Limits limits) {
        return SchemaCheck.of(json(schema), limits)
                .firstMismatch(json(value), () -> 0)
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
