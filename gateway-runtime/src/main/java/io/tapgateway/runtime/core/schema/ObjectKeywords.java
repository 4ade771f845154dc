package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.schema.ScalarKeywords.Bound;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keywords about objects; of other values they say nothing. Stateless. */
final class ObjectKeywords {
    static final Map<String, Keyword> ALL = Map.of(
            "properties", ofObjects(ObjectKeywords::properties),
            "patternProperties", ofObjects(ObjectKeywords::patternProperties),
            "additionalProperties", ofObjects(ObjectKeywords::additionalProperties),
            "propertyNames", ofObjects(ObjectKeywords::propertyNames),
            "required", ofObjects(ObjectKeywords::required),
            "dependentRequired", ofObjects(ObjectKeywords::dependents),
            "dependentSchemas", ofObjects(ObjectKeywords::dependents),
            "dependencies", ofObjects(ObjectKeywords::dependents),
            "minProperties", ofObjects((evaluation, site) -> size(evaluation, site, Bound.AT_LEAST)),
            "maxProperties", ofObjects((evaluation, site) -> size(evaluation, site, Bound.AT_MOST)));

    private ObjectKeywords() {}

    private static Keyword ofObjects(Keyword keyword) {
        return (evaluation, site) -> site.value().kind() == JsonKind.OBJECT ? keyword.check(evaluation, site) : null;
    }

    private static @Nullable Mismatch properties(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.OBJECT) {
            return evaluation.unknown();
        }
        Map<String, JsonValue> members = site.value().members();
        for (Map.Entry<String, JsonValue> property : site.argument().members().entrySet()) {
            evaluation.spend(1);
            JsonValue member = members.get(property.getKey());
            if (member != null) {
                Mismatch found = evaluation.check(property.getValue(), member, site.below(property.getKey()));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable Mismatch patternProperties(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.OBJECT) {
            return evaluation.unknown();
        }
        for (Map.Entry<String, JsonValue> property : site.argument().members().entrySet()) {
            for (Map.Entry<String, JsonValue> member : site.value().members().entrySet()) {
                Optional<Boolean> concerned = evaluation.search(property.getKey(), member.getKey());
                if (concerned.isEmpty()) {
                    evaluation.unknown();
                } else if (concerned.get()) {
                    Mismatch found =
                            evaluation.check(property.getValue(), member.getValue(), site.below(member.getKey()));
                    if (found != null) {
                        return found;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable Mismatch additionalProperties(Evaluation evaluation, Site site) {
        for (Map.Entry<String, JsonValue> member : site.value().members().entrySet()) {
            Optional<Boolean> known = isKnown(evaluation, site, member.getKey());
            if (known.isEmpty()) {
                evaluation.unknown();
            } else if (!known.get()) {
                Mismatch found = evaluation.check(site.argument(), member.getValue(), site.below(member.getKey()));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Whether a property has a schema of its own; empty if that cannot be said. */
    private static Optional<Boolean> isKnown(Evaluation evaluation, Site site, String name) {
        evaluation.spend(1);
        if (site.sibling("properties").flatMap(it -> it.get(name)).isPresent()) {
            return Optional.of(true);
        }
        Optional<JsonValue> patterns = site.sibling("patternProperties").filter(it -> it.kind() == JsonKind.OBJECT);
        boolean certain = true;
        if (patterns.isPresent()) {
            for (String pattern : patterns.get().members().keySet()) {
                Optional<Boolean> found = evaluation.search(pattern, name);
                if (found.isPresent() && found.get()) {
                    return Optional.of(true);
                }
                certain &= found.isPresent();
            }
        }
        return certain ? Optional.of(false) : Optional.empty();
    }

    private static @Nullable Mismatch propertyNames(Evaluation evaluation, Site site) {
        for (String name : site.value().members().keySet()) {
            if (evaluation.check(site.argument(), JsonValue.of(name), site.pointer()) != null) {
                return new Mismatch(site.below(name), "has a name that it may not have");
            }
        }
        return null;
    }

    private static @Nullable Mismatch required(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.ARRAY) {
            // In draft 3 it was a flag of the property.
            return evaluation.unknown();
        }
        return missing(evaluation, site, site.argument().elements());
    }

    private static @Nullable Mismatch missing(Evaluation evaluation, Site site, List<JsonValue> names) {
        for (JsonValue name : names) {
            evaluation.spend(1);
            if (name.kind() != JsonKind.STRING) {
                evaluation.unknown();
            } else if (!site.value().members().containsKey(name.asString())) {
                return new Mismatch(site.below(name.asString()), "is missing");
            }
        }
        return null;
    }

    /** What has to hold if a property is there: other properties, or a schema for the whole. */
    private static @Nullable Mismatch dependents(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.OBJECT) {
            return evaluation.unknown();
        }
        for (Map.Entry<String, JsonValue> dependency : site.argument().members().entrySet()) {
            evaluation.spend(1);
            if (site.value().members().containsKey(dependency.getKey())) {
                JsonValue needed = dependency.getValue();
                Mismatch found = needed.kind() == JsonKind.ARRAY
                        ? missing(evaluation, site, needed.elements())
                        : evaluation.check(needed, site.value(), site.pointer());
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable Mismatch size(Evaluation evaluation, Site site, Bound bound) {
        return ScalarKeywords.bounded(evaluation, site, site.value().members().size(), bound, "properties");
    }
}
