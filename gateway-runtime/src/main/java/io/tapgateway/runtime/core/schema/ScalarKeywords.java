package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Keywords about a value as such, about numbers and about strings. Stateless. */
final class ScalarKeywords {
    /** Numbers with so many digits before or behind the point are not divided. */
    private static final int FAR_OUT = 400;

    static final Map<String, Keyword> ALL = Map.ofEntries(
            Map.entry("type", ScalarKeywords::type),
            Map.entry("enum", ScalarKeywords::enumeration),
            Map.entry("const", ScalarKeywords::constant),
            Map.entry("minimum", bound("must be at least ", (value, bound) -> value.compareTo(bound) >= 0)),
            Map.entry("maximum", bound("must be at most ", (value, bound) -> value.compareTo(bound) <= 0)),
            Map.entry("exclusiveMinimum", bound("must be more than ", (value, bound) -> value.compareTo(bound) > 0)),
            Map.entry("exclusiveMaximum", bound("must be less than ", (value, bound) -> value.compareTo(bound) < 0)),
            Map.entry("multipleOf", ScalarKeywords::multiple),
            Map.entry("minLength", (evaluation, site) -> length(evaluation, site, Bound.AT_LEAST)),
            Map.entry("maxLength", (evaluation, site) -> length(evaluation, site, Bound.AT_MOST)),
            Map.entry("pattern", ScalarKeywords::pattern));

    /** On which side of what a keyword says a count has to be. */
    enum Bound {
        AT_LEAST("at least"),
        AT_MOST("at most");

        private final String text;

        Bound(String text) {
            this.text = text;
        }
    }

    private ScalarKeywords() {}

    private static @Nullable Mismatch type(Evaluation evaluation, Site site) {
        List<JsonValue> names =
                site.argument().kind() == JsonKind.ARRAY ? site.argument().elements() : List.of(site.argument());
        StringBuilder wanted = new StringBuilder();
        for (JsonValue name : names) {
            Optional<Boolean> is =
                    name.kind() == JsonKind.STRING ? is(evaluation, site.value(), name.asString()) : Optional.empty();
            if (is.isEmpty()) {
                return evaluation.unknown();
            }
            if (is.get()) {
                return null;
            }
            wanted.append(wanted.isEmpty() ? "" : " or ").append(name.asString());
        }
        return site.mismatch("must be of type " + wanted);
    }

    private static Optional<Boolean> is(Evaluation evaluation, JsonValue value, String type) {
        return switch (type) {
            case "null" -> Optional.of(value.kind() == JsonKind.NULL);
            case "boolean" -> Optional.of(value.kind() == JsonKind.BOOLEAN);
            case "string" -> Optional.of(value.kind() == JsonKind.STRING);
            case "number" -> Optional.of(value.kind() == JsonKind.NUMBER);
            case "object" -> Optional.of(value.kind() == JsonKind.OBJECT);
            case "array" -> Optional.of(value.kind() == JsonKind.ARRAY);
            case "integer" -> Optional.of(value.kind() == JsonKind.NUMBER && isWhole(evaluation.number(value)));
            default -> Optional.empty();
        };
    }

    private static boolean isWhole(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }

    private static @Nullable Mismatch enumeration(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.ARRAY) {
            return evaluation.unknown();
        }
        for (JsonValue allowed : site.argument().elements()) {
            if (evaluation.same(allowed, site.value())) {
                return null;
            }
        }
        return site.mismatch("is none of the values that it may have");
    }

    private static @Nullable Mismatch constant(Evaluation evaluation, Site site) {
        return evaluation.same(site.argument(), site.value())
                ? null
                : site.mismatch("is not the value that it must have");
    }

    private static Keyword bound(String text, BiPredicate<BigDecimal, BigDecimal> holds) {
        return (evaluation, site) -> {
            if (site.argument().kind() != JsonKind.NUMBER) {
                // In draft 4 the exclusive ones were a flag beside the others, which alone are wider.
                return evaluation.unknown();
            }
            BigDecimal bound = evaluation.number(site.argument());
            return site.value().kind() != JsonKind.NUMBER || holds.test(evaluation.number(site.value()), bound)
                    ? null
                    : site.mismatch(text + site.argument().json());
        };
    }

    private static @Nullable Mismatch multiple(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.NUMBER) {
            return evaluation.unknown();
        }
        BigDecimal step = evaluation.number(site.argument());
        if (step.signum() <= 0) {
            return evaluation.unknown();
        }
        if (site.value().kind() != JsonKind.NUMBER) {
            return null;
        }
        BigDecimal value = evaluation.number(site.value());
        if (isFarOut(value) || isFarOut(step)) {
            throw new Unfinished();
        }
        return value.remainder(step).signum() == 0
                ? null
                : site.mismatch("must be a multiple of " + site.argument().json());
    }

    private static boolean isFarOut(BigDecimal number) {
        return Math.abs((long) number.scale()) > FAR_OUT;
    }

    private static @Nullable Mismatch length(Evaluation evaluation, Site site, Bound bound) {
        if (site.value().kind() != JsonKind.STRING) {
            return null;
        }
        String text = site.value().asString();
        evaluation.spend(Evaluation.weight(site.value()));
        int length = text.codePointCount(0, text.length());
        return bounded(evaluation, site, length, bound, "characters");
    }

    /** Whether a count is at least, or at most, what the keyword says. */
    static @Nullable Mismatch bounded(Evaluation evaluation, Site site, int count, Bound bound, String what) {
        if (site.argument().kind() != JsonKind.NUMBER) {
            return evaluation.unknown();
        }
        int difference = evaluation.number(site.argument()).compareTo(BigDecimal.valueOf(count));
        boolean holds = bound == Bound.AT_LEAST ? difference <= 0 : difference >= 0;
        return holds
                ? null
                : site.mismatch(
                        "must have " + bound.text + " " + site.argument().json() + " " + what);
    }

    private static @Nullable Mismatch pattern(Evaluation evaluation, Site site) {
        if (site.argument().kind() != JsonKind.STRING) {
            return evaluation.unknown();
        }
        if (site.value().kind() != JsonKind.STRING) {
            return null;
        }
        Optional<Boolean> found =
                evaluation.search(site.argument().asString(), site.value().asString());
        if (found.isEmpty()) {
            return evaluation.unknown();
        }
        return found.get() ? null : site.mismatch("does not have the form that it must have");
    }
}
