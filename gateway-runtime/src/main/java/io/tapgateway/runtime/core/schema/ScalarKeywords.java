package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Keywords about a value as such, about numbers and about strings. Stateless. */
final class ScalarKeywords {
    /** Longer texts of schemas do not go into the message for the caller. */
    private static final int MOST_SHOWN = 200;

    static final Map<String, KeywordReader> ALL = Map.ofEntries(
            Map.entry("type", ScalarKeywords::type),
            Map.entry("enum", ScalarKeywords::enumeration),
            Map.entry("const", ScalarKeywords::constant),
            Map.entry("minimum", bound("must be at least ", difference -> difference >= 0)),
            Map.entry("maximum", bound("must be at most ", difference -> difference <= 0)),
            Map.entry("exclusiveMinimum", bound("must be more than ", difference -> difference > 0)),
            Map.entry("exclusiveMaximum", bound("must be less than ", difference -> difference < 0)),
            Map.entry("multipleOf", ScalarKeywords::multiple),
            Map.entry("minLength", ScalarKeywords::minLength),
            Map.entry("maxLength", ScalarKeywords::maxLength),
            Map.entry("pattern", ScalarKeywords::pattern));

    private ScalarKeywords() {}

    private static Keyword type(Site site) {
        List<JsonValue> names = site.is(JsonKind.ARRAY) ? site.argument().elements() : List.of(site.argument());
        if (names.isEmpty()) {
            return Keyword.UNKNOWN;
        }
        Set<JsonKind> kinds = EnumSet.noneOf(JsonKind.class);
        boolean whole = false;
        StringBuilder wanted = new StringBuilder();
        for (JsonValue name : names) {
            Optional<JsonKind> kind = kind(name);
            if (kind.isEmpty()) {
                return Keyword.UNKNOWN;
            }
            boolean integer = name.asString().equals("integer");
            whole |= integer;
            if (!integer) {
                kinds.add(kind.get());
            }
            wanted.append(wanted.isEmpty() ? "must be of type " : " or ").append(name.asString());
        }
        return new OneOfTypes(kinds, whole && !kinds.contains(JsonKind.NUMBER), Mismatch.of(wanted.toString()));
    }

    /** @param integers whether numbers that are whole are among them, where not all are */
    private record OneOfTypes(Set<JsonKind> kinds, boolean integers, Mismatch mismatch) implements Keyword {
        @Override
        public @Nullable Mismatch check(JsonValue value, Evaluation evaluation, @Nullable Seen seen) {
            JsonKind kind = value.kind();
            boolean is = kinds.contains(kind) || (integers && kind == JsonKind.NUMBER && Decimal.isWhole(value));
            return is ? null : mismatch;
        }

        @Override
        public boolean fitsAll(JsonKind kind) {
            return kinds.contains(kind);
        }
    }

    private static Optional<JsonKind> kind(JsonValue name) {
        return switch (name.json()) {
            case "\"null\"" -> Optional.of(JsonKind.NULL);
            case "\"boolean\"" -> Optional.of(JsonKind.BOOLEAN);
            case "\"string\"" -> Optional.of(JsonKind.STRING);
            case "\"number\"", "\"integer\"" -> Optional.of(JsonKind.NUMBER);
            case "\"object\"" -> Optional.of(JsonKind.OBJECT);
            case "\"array\"" -> Optional.of(JsonKind.ARRAY);
            default -> Optional.empty();
        };
    }

    private static Keyword enumeration(Site site) {
        return site.is(JsonKind.ARRAY)
                ? oneOf(site, site.argument().elements(), "must be one of " + shown(site))
                : Keyword.UNKNOWN;
    }

    private static Keyword constant(Site site) {
        return oneOf(site, List.of(site.argument()), "must be " + shown(site));
    }

    /** What a keyword says, unless that is long. */
    private static String shown(Site site) {
        String text = site.argument().json();
        return text.length() <= MOST_SHOWN ? text : "what its schema says";
    }

    private static Keyword oneOf(Site site, List<JsonValue> values, String otherwise) {
        Set<String> texts = new HashSet<>();
        Set<String> others = new HashSet<>();
        for (JsonValue value : values) {
            String worth = Worth.of(value, site.reading().steps());
            if (value.kind() == JsonKind.STRING) {
                texts.add(value.asString());
            } else {
                others.add(worth);
            }
        }
        Mismatch mismatch = Mismatch.of(otherwise);
        return (value, evaluation, seen) -> {
            if (value.kind() == JsonKind.STRING) {
                evaluation.steps().spendOn(value);
                return texts.contains(value.asString()) ? null : mismatch;
            }
            return !others.isEmpty() && others.contains(Worth.of(value, evaluation.steps())) ? null : mismatch;
        };
    }

    private static KeywordReader bound(String text, IntPredicate holds) {
        return site -> {
            if (!site.is(JsonKind.NUMBER)) {
                // In draft 4 the exclusive ones were a flag beside the others, which alone are wider.
                return Keyword.UNKNOWN;
            }
            Decimal bound = Decimal.of(site.argument());
            Mismatch mismatch = Mismatch.of(text + site.argument().json());
            return (value, evaluation, seen) ->
                    value.kind() != JsonKind.NUMBER || holds.test(bound.compare(value)) ? null : mismatch;
        };
    }

    private static Keyword multiple(Site site) {
        if (!site.is(JsonKind.NUMBER)) {
            return Keyword.UNKNOWN;
        }
        Decimal step = Decimal.of(site.argument());
        if (step.exact().signum() <= 0) {
            return Keyword.UNKNOWN;
        }
        Mismatch mismatch =
                Mismatch.of("must be a multiple of " + site.argument().json());
        return (value, evaluation, seen) -> value.kind() != JsonKind.NUMBER || step.divides(value) ? null : mismatch;
    }

    private static Keyword minLength(Site site) {
        long least = count(site.argument());
        Mismatch mismatch = bounded(site, "at least", "characters");
        // A character takes two places at most.
        return least == Decimal.NONE
                ? Keyword.UNKNOWN
                : (value, evaluation, seen) -> value.kind() != JsonKind.STRING
                                || value.asString().length() >= 2 * least
                                || characters(value, evaluation) >= least
                        ? null
                        : mismatch;
    }

    private static Keyword maxLength(Site site) {
        long most = count(site.argument());
        Mismatch mismatch = bounded(site, "at most", "characters");
        return most == Decimal.NONE
                ? Keyword.UNKNOWN
                : (value, evaluation, seen) -> value.kind() != JsonKind.STRING
                                || value.asString().length() <= most
                                || characters(value, evaluation) <= most
                        ? null
                        : mismatch;
    }

    private static int characters(JsonValue value, Evaluation evaluation) {
        evaluation.steps().spendOn(value);
        String text = value.asString();
        return text.codePointCount(0, text.length());
    }

    /** What a keyword says, as a count; {@link Decimal#NONE} if it is none. */
    static long count(JsonValue argument) {
        return argument.kind() == JsonKind.NUMBER ? Decimal.of(argument).count() : Decimal.NONE;
    }

    static Mismatch bounded(Site site, String bound, String what) {
        return Mismatch.of("must have " + bound + " " + site.argument().json() + " " + what);
    }

    /** Values of that kind have at least so many of something. */
    static KeywordReader least(JsonKind kind, ToIntFunction<JsonValue> size, String what) {
        return site -> {
            long least = count(site.argument());
            Mismatch mismatch = bounded(site, "at least", what);
            return least == Decimal.NONE
                    ? Keyword.UNKNOWN
                    : (value, evaluation, seen) ->
                            value.kind() != kind || size.applyAsInt(value) >= least ? null : mismatch;
        };
    }

    /** Values of that kind have at most so many of something. */
    static KeywordReader most(JsonKind kind, ToIntFunction<JsonValue> size, String what) {
        return site -> {
            long most = count(site.argument());
            Mismatch mismatch = bounded(site, "at most", what);
            return most == Decimal.NONE
                    ? Keyword.UNKNOWN
                    : (value, evaluation, seen) ->
                            value.kind() != kind || size.applyAsInt(value) <= most ? null : mismatch;
        };
    }

    private static Keyword pattern(Site site) {
        if (!site.is(JsonKind.STRING)) {
            return Keyword.UNKNOWN;
        }
        Optional<TextPattern> pattern = site.pattern(site.argument().asString());
        Mismatch mismatch = Mismatch.of("must match the pattern " + shown(site));
        return (value, evaluation, seen) -> {
            if (value.kind() != JsonKind.STRING) {
                return null;
            }
            Optional<Boolean> found = evaluation.search(pattern, value.asString());
            if (found.isEmpty()) {
                return evaluation.unknown(seen);
            }
            return found.get() ? null : mismatch;
        };
    }
}
