package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.model.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A kind of JSON value.
 *
 * @param label what tables call it
 * @param schema its JSON Schema
 * @param samples values of this kind, the first one typical
 * @param structs the objects with a schema of their own that it refers to
 */
public record ValueShape(String label, Map<String, Object> schema, List<Object> samples, Set<Struct> structs) {

    private static ValueShape of(String label, Map<String, Object> schema, Object... samples) {
        return new ValueShape(label, schema, List.of(samples), Set.of());
    }

    static ValueShape text(String... samples) {
        return of("string", schema("type", "string"), (Object[]) samples);
    }

    static ValueShape nonEmptyText(String... samples) {
        return of("string", schema("type", "string", "minLength", 1), (Object[]) samples);
    }

    /** Text of limited length, in characters. */
    static ValueShape text(int maxLength, String... samples) {
        return of("string", schema("type", "string", "minLength", 1, "maxLength", maxLength), (Object[]) samples);
    }

    static ValueShape identifier(String pattern, String... samples) {
        return of("string `" + pattern + "`", schema("type", "string", "pattern", "^" + pattern + "$"), (Object[])
                samples);
    }

    static ValueShape words(Object... constants) {
        Object[] words = Arrays.stream(constants)
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                .toArray();
        return exactly(words);
    }

    static ValueShape exactly(Object... words) {
        List<String> quoted =
                Arrays.stream(words).map(word -> "`\"" + word + "\"`").toList();
        return of(String.join(", ", quoted), schema("enum", List.of(words)), words);
    }

    static ValueShape constant(Object value) {
        return of("`" + value + "`", schema("const", value), value);
    }

    static ValueShape wholeNumber(long min, long max, Long... samples) {
        return of(
                "integer, " + Text.grouped(min) + " to " + Text.grouped(max),
                schema("type", "integer", "minimum", min, "maximum", max),
                (Object[]) samples);
    }

    static ValueShape wholeNumberFrom(long min, long sample) {
        return of("integer, " + min + " or more", schema("type", "integer", "minimum", min), sample);
    }

    static ValueShape number(Object... samples) {
        return of("number", schema("type", "number"), samples);
    }

    static ValueShape positiveNumber(Object... samples) {
        return of("number above 0", schema("type", "number", "exclusiveMinimum", 0), samples);
    }

    static ValueShape flag() {
        return of("boolean", schema("type", "boolean"), true, false);
    }

    static ValueShape anything(Object... samples) {
        return of("any JSON", Map.of(), samples);
    }

    static ValueShape anyObject(Map<?, ?>... samples) {
        return of("object", schema("type", "object"), (Object[]) samples);
    }

    static ValueShape struct(Struct struct) {
        return struct(struct, struct.samples());
    }

    static ValueShape struct(Struct struct, List<?> samples) {
        return new ValueShape(
                "[" + struct.name() + "](#" + struct.name().toLowerCase(Locale.ROOT) + ")",
                Map.of("$ref", "#/$defs/" + struct.name()),
                List.copyOf(samples),
                Set.of(struct));
    }

    ValueShape list() {
        return container("array of " + label, schema("type", "array", "items", schema), List.of(samples, List.of()));
    }

    ValueShape list(Limit limit) {
        Map<String, Object> array = schema("type", "array", "items", schema, "maxItems", limit.standard());
        return container("array of up to " + limit.standard() + ": " + label, array, List.of(samples, List.of()));
    }

    /** An object whose names are free. */
    ValueShape map(String names, String key) {
        Map<String, Object> sample = new LinkedHashMap<>();
        samples.forEach(value -> sample.put(key + (sample.isEmpty() ? "" : "-" + sample.size()), value));
        return container(
                "object: " + names + " → " + label,
                schema("type", "object", "additionalProperties", schema),
                List.of(sample, Map.of()));
    }

    /** The same, or {@code null} where that means something. */
    ValueShape orNull() {
        List<Object> all = new ArrayList<>(samples);
        all.add(null);
        return container(label + " or `null`", nullable(), all);
    }

    private ValueShape container(String newLabel, Map<String, Object> newSchema, List<Object> newSamples) {
        return new ValueShape(newLabel, newSchema, newSamples, structs);
    }

    /** The schema of this or {@code null}. */
    Map<String, Object> nullable() {
        if (schema.containsKey("type")) {
            Map<String, Object> widened = new LinkedHashMap<>(schema);
            widened.put("type", List.of(schema.get("type"), "null"));
            return widened;
        }
        if (schema.containsKey("enum") || schema.containsKey("const")) {
            List<Object> values = new ArrayList<>();
            values.addAll((List<?>) schema.getOrDefault("enum", List.of()));
            if (schema.containsKey("const")) {
                values.add(schema.get("const"));
            }
            values.add(null);
            return schema("enum", values);
        }
        return schema.isEmpty() ? schema : schema("anyOf", List.of(schema, schema("type", "null")));
    }

    /** A schema from keywords and their values, in that order. */
    static Map<String, Object> schema(Object... keywordsAndValues) {
        Map<String, Object> schema = new LinkedHashMap<>();
        for (int i = 0; i < keywordsAndValues.length; i += 2) {
            schema.put((String) keywordsAndValues[i], keywordsAndValues[i + 1]);
        }
        return schema;
    }
}
