package io.tapgateway.runtime.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Schemas and values at random: what is called a mismatch here is one to a complete validator, and the other way round.
 * No schema refers to itself, as that validator cannot stand it.
 */
class SchemaCheckAgainstLibraryTest {
    private static final int ROUNDS = 4_000;
    private static final List<String> NAMES = List.of("a", "b", "ab", "x-1");
    private static final List<String> TYPES =
            List.of("object", "array", "string", "number", "integer", "boolean", "null");
    private static final List<String> PATTERNS = List.of("^a", "b$", "[0-9]", "^x-");
    private static final List<Object> SCALARS = List.of("", "a", "ab", "x-1", 0, 1, 2, 3, 1.5, -1, true, false);

    private final Random random = new Random(20_260_401);
    private final SchemaRegistry library = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @Test
    void D123_both_find_a_mismatch_in_the_same_values() {
        int mismatches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, Object> root = new LinkedHashMap<>();
            root.put("$defs", Map.of("one", members(0), "two", members(0)));
            root.putAll(members(3));
            JsonValue schema = JsonValue.of(root);
            JsonValue value = JsonValue.of(value(3));

            boolean fits = library.getSchema(schema.json())
                    .validate(value.json(), InputFormat.JSON)
                    .isEmpty();

            assertThat(SchemaCheck.of(schema, Limits.standard())
                            .firstMismatch(value, () -> 0)
                            .isEmpty())
                    .as("round %s: %s against %s", round, value, schema)
                    .isEqualTo(fits);
            mismatches += fits ? 0 : 1;
        }

        assertThat(mismatches).isBetween(ROUNDS / 5, ROUNDS * 4 / 5);
    }

    private Object schema(int depth) {
        int kind = random.nextInt(20);
        if (kind == 0) {
            return random.nextBoolean();
        }
        return kind == 1 ? Map.of("$ref", "#/$defs/" + any(List.of("one", "two"))) : members(depth);
    }

    private Map<String, Object> members(int depth) {
        Map<String, Object> schema = new LinkedHashMap<>();
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            keyword(schema, depth);
        }
        return schema;
    }

    private void keyword(Map<String, Object> schema, int depth) {
        int last = depth == 0 ? 14 : 33;
        switch (random.nextInt(last)) {
            case 0, 1 -> schema.put("type", any(TYPES));
            case 2 -> schema.put("type", List.of("string", "array", "object"));
            case 3 -> schema.put("enum", List.of(any(SCALARS), any(SCALARS), any(SCALARS)));
            case 4 -> schema.put("minimum", random.nextInt(3));
            case 5 -> schema.put("exclusiveMaximum", random.nextInt(4));
            case 6 -> schema.put("multipleOf", any(List.of(2, 0.5)));
            case 7 -> schema.put("minLength", random.nextInt(3));
            case 8 -> schema.put("maxLength", random.nextInt(3));
            case 9 -> schema.put("pattern", any(PATTERNS));
            case 10 -> schema.put("required", List.of(any(NAMES)));
            case 11 -> schema.put("maxProperties", random.nextInt(3));
            case 12 -> schema.put("uniqueItems", true);
            case 13 -> schema.put("minItems", random.nextInt(3));
            case 14, 15, 16 -> schema.put("properties", Map.of(any(NAMES), schema(depth - 1)));
            case 17 -> schema.put("patternProperties", Map.of(any(PATTERNS), schema(depth - 1)));
            case 18 -> schema.put("additionalProperties", schema(depth - 1));
            case 19 -> schema.put("propertyNames", schema(depth - 1));
            case 20 -> schema.put("items", schema(depth - 1));
            case 21 -> schema.put("prefixItems", List.of(schema(depth - 1), schema(depth - 1)));
            case 22 -> schema.put("contains", schema(depth - 1));
            case 23 -> schema.put("allOf", List.of(schema(depth - 1), schema(depth - 1)));
            case 24 -> schema.put("anyOf", List.of(schema(depth - 1), schema(depth - 1)));
            case 25 -> schema.put("oneOf", List.of(schema(depth - 1), schema(depth - 1)));
            case 26 -> schema.put("not", schema(depth - 1));
            case 27 -> {
                schema.put("if", schema(depth - 1));
                schema.put("then", schema(depth - 1));
                schema.put("else", schema(depth - 1));
            }
            case 28 -> schema.put("dependentSchemas", Map.of(any(NAMES), schema(depth - 1)));
            case 29 -> schema.put("dependentRequired", Map.of(any(NAMES), List.of(any(NAMES))));
            case 30, 31 -> schema.put("unevaluatedProperties", schema(depth - 1));
            case 32 -> schema.put("unevaluatedItems", schema(depth - 1));
            default -> throw new AssertionError("no such keyword");
        }
    }

    private Object value(int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 5);
        if (kind < 2) {
            return any(SCALARS);
        }
        int size = random.nextInt(4);
        if (kind == 2) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                elements.add(value(depth - 1));
            }
            return elements;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            members.put(any(NAMES), value(depth - 1));
        }
        return members;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
