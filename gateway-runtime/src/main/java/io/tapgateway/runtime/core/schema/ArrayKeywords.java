package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keywords about arrays; of other values they say nothing. Stateless. */
final class ArrayKeywords {
    private static final KeywordReader ELEMENTS = ArrayKeywords::elements;

    static final Map<String, KeywordReader> ALL = Map.of(
            "prefixItems",
            ELEMENTS,
            "items",
            ELEMENTS,
            "contains",
            ArrayKeywords::contains,
            "uniqueItems",
            ArrayKeywords::uniqueItems,
            "minItems",
            ScalarKeywords.least(JsonKind.ARRAY, it -> it.elements().size(), "elements"),
            "maxItems",
            ScalarKeywords.most(JsonKind.ARRAY, it -> it.elements().size(), "elements"),
            "unevaluatedItems",
            ArrayKeywords::unevaluatedItems);

    private ArrayKeywords() {}

    /**
     * One schema for each of the first elements, one for all others. Before 2020, {@code items} had either; what {@code
     * additionalItems} says counts only beside an array.
     */
    private static @Nullable Keyword elements(Site site) {
        JsonValue older = site.sibling("items", JsonKind.ARRAY);
        boolean newer = site.draft().keywords().containsKey("prefixItems");
        JsonValue prefix = newer ? site.sibling("prefixItems") : null;
        if (prefix != null && (prefix.kind() != JsonKind.ARRAY || older != null)) {
            return Keyword.UNKNOWN;
        }
        JsonValue rest = site.sibling(older == null ? "items" : "additionalItems");
        JsonValue first = older == null ? prefix : older;
        return new Elements(first == null ? List.of() : site.parts(first), rest == null ? null : site.part(rest));
    }

    private record Elements(List<Part> first, @Nullable Part rest) implements Keyword {
        @Override
        public @Nullable Mismatch check(JsonValue value, Evaluation evaluation, @Nullable Seen seen) {
            if (value.kind() != JsonKind.ARRAY) {
                return null;
            }
            List<JsonValue> elements = value.elements();
            for (int i = 0; i < elements.size(); i++) {
                Part part = i < first.size() ? first.get(i) : rest;
                if (part == null) {
                    return null;
                }
                Mismatch found = part.check(elements.get(i), evaluation, null);
                if (found != null) {
                    return found.below(i);
                }
                if (seen != null) {
                    seen.add(i);
                }
            }
            return null;
        }
    }

    private static Keyword contains(Site site) {
        boolean counted = !site.draft().isBefore2019();
        JsonValue minContains = counted ? site.sibling("minContains") : null;
        JsonValue maxContains = counted ? site.sibling("maxContains") : null;
        long least = minContains == null ? 1 : ScalarKeywords.count(minContains);
        long most = maxContains == null ? Integer.MAX_VALUE : ScalarKeywords.count(maxContains);
        if (least == Decimal.NONE || most == Decimal.NONE) {
            return Keyword.UNKNOWN;
        }
        Part part = site.part();
        boolean notes = site.draft() == Draft.DRAFT_2020_12;
        Mismatch mismatch = Mismatch.of("does not have the elements that it must have");
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.ARRAY) {
                return null;
            }
            List<JsonValue> elements = value.elements();
            long found = 0;
            for (int i = 0; i < elements.size(); i++) {
                if (evaluation.fits(part, elements.get(i), null)) {
                    found++;
                    if (notes && seen != null) {
                        seen.add(i);
                    }
                }
            }
            return found >= least && found <= most ? null : mismatch;
        };
    }

    private static @Nullable Keyword uniqueItems(Site site) {
        if (!site.is(JsonKind.BOOLEAN)) {
            return Keyword.UNKNOWN;
        }
        return site.argument().asBoolean() ? ArrayKeywords::repeated : null;
    }

    private static @Nullable Mismatch repeated(JsonValue value, Evaluation evaluation, @Nullable Seen seen) {
        if (value.kind() != JsonKind.ARRAY || value.elements().size() < 2) {
            return null;
        }
        Set<String> present = new HashSet<>();
        int at = 0;
        for (JsonValue element : value.elements()) {
            if (!present.add(Worth.of(element, evaluation.steps()))) {
                return Mismatch.of("is there twice").below(at);
            }
            at++;
        }
        return null;
    }

    private static Keyword unevaluatedItems(Site site) {
        Part part = site.part();
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.ARRAY || seen == null) {
                return null;
            }
            List<JsonValue> elements = value.elements();
            for (int i = 0; i < elements.size(); i++) {
                evaluation.steps().spend(1);
                if (!seen.has(i)) {
                    if (seen.isUnsure()) {
                        return evaluation.unknown(seen);
                    }
                    Mismatch found = part.check(elements.get(i), evaluation, null);
                    if (found != null) {
                        return found.below(i);
                    }
                }
            }
            seen.addAll();
            return null;
        };
    }
}
