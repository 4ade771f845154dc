package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keywords about objects; of other values they say nothing. Stateless. */
final class ObjectKeywords {
    private static final KeywordReader MEMBERS = Members::read;

    static final Map<String, KeywordReader> ALL = Map.ofEntries(
            Map.entry("properties", MEMBERS),
            Map.entry("patternProperties", MEMBERS),
            Map.entry("additionalProperties", MEMBERS),
            Map.entry("propertyNames", ObjectKeywords::propertyNames),
            Map.entry("required", ObjectKeywords::required),
            Map.entry("dependentRequired", ObjectKeywords::dependents),
            Map.entry("dependentSchemas", ObjectKeywords::dependents),
            Map.entry("dependencies", ObjectKeywords::dependents),
            Map.entry(
                    "minProperties",
                    ScalarKeywords.least(JsonKind.OBJECT, it -> it.members().size(), "properties")),
            Map.entry(
                    "maxProperties",
                    ScalarKeywords.most(JsonKind.OBJECT, it -> it.members().size(), "properties")),
            Map.entry("unevaluatedProperties", ObjectKeywords::unevaluatedProperties));

    private ObjectKeywords() {}

    private static Keyword propertyNames(Site site) {
        Part part = site.part();
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.OBJECT) {
                return null;
            }
            for (String name : value.members().keySet()) {
                if (part.check(JsonValue.of(name), evaluation, null) != null) {
                    return Mismatch.of("has a name that it may not have").below(name);
                }
            }
            return null;
        };
    }

    private static Keyword required(Site site) {
        // In draft 3 it was a flag of the property.
        return site.is(JsonKind.ARRAY) ? required(site.argument()) : Keyword.UNKNOWN;
    }

    private static Keyword required(JsonValue array) {
        List<JsonValue> names = array.elements();
        if (names.stream().anyMatch(name -> name.kind() != JsonKind.STRING)) {
            return Keyword.UNKNOWN;
        }
        String[] wanted = names.stream().map(JsonValue::asString).toArray(String[]::new);
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.OBJECT) {
                return null;
            }
            Map<String, JsonValue> members = value.members();
            evaluation.steps().spend(wanted.length);
            for (String name : wanted) {
                if (!members.containsKey(name)) {
                    return Mismatch.of("is missing").below(name);
                }
            }
            return null;
        };
    }

    /** What has to hold if a property is there: other properties, or a schema for the whole. */
    private static Keyword dependents(Site site) {
        if (!site.is(JsonKind.OBJECT)) {
            return Keyword.UNKNOWN;
        }
        Map<String, Keyword> dependents = new LinkedHashMap<>();
        site.argument()
                .members()
                .forEach((name, needed) -> dependents.put(
                        name, needed.kind() == JsonKind.ARRAY ? required(needed) : site.part(needed)::check));
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.OBJECT) {
                return null;
            }
            for (Map.Entry<String, Keyword> dependent : dependents.entrySet()) {
                evaluation.steps().spend(1);
                if (value.members().containsKey(dependent.getKey())) {
                    Mismatch found = dependent.getValue().check(value, evaluation, seen);
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        };
    }

    private static Keyword unevaluatedProperties(Site site) {
        Part part = site.part();
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.OBJECT || seen == null) {
                return null;
            }
            for (Map.Entry<String, JsonValue> member : value.members().entrySet()) {
                evaluation.steps().spend(1);
                if (!seen.has(member.getKey())) {
                    if (seen.isUnsure()) {
                        return evaluation.unknown(seen);
                    }
                    Mismatch found = part.check(member.getValue(), evaluation, null);
                    if (found != null) {
                        return found.below(member.getKey());
                    }
                }
            }
            seen.addAll();
            return null;
        };
    }
}
