package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.schema.ScalarKeywords.Bound;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keywords about arrays; of other values they say nothing. Stateless. */
final class ArrayKeywords {
    static final Map<String, Keyword> ALL = Map.of(
            "items", ofArrays(ArrayKeywords::items),
            "prefixItems", ofArrays(ArrayKeywords::prefixItems),
            "additionalItems", ofArrays(ArrayKeywords::additionalItems),
            "contains", ofArrays(ArrayKeywords::contains),
            "uniqueItems", ofArrays(ArrayKeywords::uniqueItems),
            "minItems", ofArrays((evaluation, site) -> size(evaluation, site, Bound.AT_LEAST)),
            "maxItems", ofArrays((evaluation, site) -> size(evaluation, site, Bound.AT_MOST)));

    private ArrayKeywords() {}

    private static Keyword ofArrays(Keyword keyword) {
        return (evaluation, site) -> site.value().kind() == JsonKind.ARRAY ? keyword.check(evaluation, site) : null;
    }

    private static @Nullable Mismatch items(Evaluation evaluation, Site site) {
        if (site.argument().kind() == JsonKind.ARRAY) {
            return prefixItems(evaluation, site);
        }
        int from = lengthOf(site.sibling("prefixItems"));
        return from(evaluation, site, from);
    }

    /** One schema for each of the first elements. */
    private static @Nullable Mismatch prefixItems(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.ARRAY) {
            return evaluation.unknown();
        }
        List<JsonValue> schemas = site.argument().elements();
        List<JsonValue> elements = site.value().elements();
        for (int i = 0; i < Math.min(schemas.size(), elements.size()); i++) {
            Mismatch found = evaluation.check(schemas.get(i), elements.get(i), site.below(i));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Counts only beside {@code items} of the older form. */
    private static @Nullable Mismatch additionalItems(Evaluation evaluation, Site site) {
        boolean older =
                site.sibling("items").filter(it -> it.kind() == JsonKind.ARRAY).isPresent();
        return older ? from(evaluation, site, lengthOf(site.sibling("items"))) : null;
    }

    private static int lengthOf(Optional<JsonValue> array) {
        return array.filter(it -> it.kind() == JsonKind.ARRAY)
                .map(it -> it.elements().size())
                .orElse(0);
    }

    private static @Nullable Mismatch from(Evaluation evaluation, Site site, int from) {
        List<JsonValue> elements = site.value().elements();
        for (int i = from; i < elements.size(); i++) {
            Mismatch found = evaluation.check(site.argument(), elements.get(i), site.below(i));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Mismatch contains(Evaluation evaluation, Site site) {
        OptionalLong least = count(site.sibling("minContains"), 1);
        OptionalLong most = count(site.sibling("maxContains"), Long.MAX_VALUE);
        if (least.isEmpty() || most.isEmpty()) {
            return evaluation.unknown();
        }
        List<JsonValue> elements = site.value().elements();
        long found = 0;
        for (int i = 0; i < elements.size(); i++) {
            found += evaluation.fits(site.argument(), elements.get(i), site.below(i)) ? 1 : 0;
        }
        return found >= least.getAsLong() && found <= most.getAsLong()
                ? null
                : site.mismatch("does not have the elements that it must have");
    }

    private static OptionalLong count(Optional<JsonValue> argument, long otherwise) {
        if (argument.isEmpty()) {
            return OptionalLong.of(otherwise);
        }
        return argument.filter(it -> it.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private static @Nullable Mismatch uniqueItems(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.BOOLEAN) {
            return evaluation.unknown();
        }
        if (!site.argument().asBoolean()) {
            return null;
        }
        List<JsonValue> elements = site.value().elements();
        Set<@Nullable Object> seen = new HashSet<>();
        for (int i = 0; i < elements.size(); i++) {
            if (!seen.add(evaluation.worth(elements.get(i)))) {
                return new Mismatch(site.below(i), "is there twice");
            }
        }
        return null;
    }

    private static @Nullable Mismatch size(Evaluation evaluation, Site site, Bound bound) {
        return ScalarKeywords.bounded(evaluation, site, site.value().elements().size(), bound, "elements");
    }
}
