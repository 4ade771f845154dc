package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keywords that hold a value against other schemas as a whole. Stateless. */
final class CombiningKeywords {
    static final Map<String, Keyword> ALL = Map.of(
            "$ref", CombiningKeywords::reference,
            "allOf", CombiningKeywords::all,
            "anyOf", CombiningKeywords::any,
            "oneOf", CombiningKeywords::one,
            "not", CombiningKeywords::not,
            "if", CombiningKeywords::condition);

    private CombiningKeywords() {}

    static @Nullable Mismatch reference(Evaluation evaluation, Site site) {
        Optional<JsonValue> target = site.argument().kind() == JsonKind.STRING
                ? evaluation.resolve(site.argument().asString())
                : Optional.empty();
        return target.isPresent() ? evaluation.check(target.get(), site.value(), site.pointer()) : evaluation.unknown();
    }

    private static @Nullable Mismatch all(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.ARRAY) {
            return evaluation.unknown();
        }
        for (JsonValue schema : site.argument().elements()) {
            Mismatch found = evaluation.check(schema, site.value(), site.pointer());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Of a single alternative, what is wrong with it is what is wrong. */
    private static @Nullable Mismatch any(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.ARRAY) {
            return evaluation.unknown();
        }
        List<JsonValue> schemas = site.argument().elements();
        Mismatch last = null;
        for (JsonValue schema : schemas) {
            last = evaluation.check(schema, site.value(), site.pointer());
            if (last == null) {
                return null;
            }
        }
        return schemas.size() == 1 ? last : site.mismatch("fits none of the forms that it may have");
    }

    private static @Nullable Mismatch one(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.ARRAY) {
            return evaluation.unknown();
        }
        int fitting = 0;
        for (JsonValue schema : site.argument().elements()) {
            fitting += evaluation.fits(schema, site.value(), site.pointer()) ? 1 : 0;
        }
        return switch (fitting) {
            case 0 -> site.mismatch("fits none of the forms that it may have");
            case 1 -> null;
            default -> site.mismatch("fits several forms of which it may have one");
        };
    }

    private static @Nullable Mismatch not(Evaluation evaluation, Site site) {
        return evaluation.fits(site.argument(), site.value(), site.pointer())
                ? site.mismatch("has the form that it may not have")
                : null;
    }

    private static @Nullable Mismatch condition(Evaluation evaluation, Site site) {
        Optional<JsonValue> then = site.sibling("then");
        Optional<JsonValue> otherwise = site.sibling("else");
        if (then.isEmpty() && otherwise.isEmpty()) {
            return null;
        }
        Optional<JsonValue> next = evaluation.fits(site.argument(), site.value(), site.pointer()) ? then : otherwise;
        return next.isPresent() ? evaluation.check(next.get(), site.value(), site.pointer()) : null;
    }
}
