package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Stopwatch;
import io.tapgateway.runtime.core.pattern.Finding;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One check of one value against one schema, and what may still be spent on it. Confined to the thread that checks. */
final class Evaluation {
    /** Schemas within schemas, references followed; values are less deep. */
    private static final int MOST_NESTED = 256;

    /** Longer numbers are not reckoned with. */
    private static final int MOST_DIGITS = 400;

    private static final int CHARACTERS_PER_STEP = 16;

    /** What each instruction of a pattern costs, in steps: patterns are expensive to make. */
    private static final int STEPS_PER_INSTRUCTION = 10;

    private final JsonValue root;
    private final Limits limits;
    private final MatchBudget searches;
    private final Map<String, Optional<TextPattern>> patterns = new HashMap<>();
    private long stepsLeft;
    private int nested;
    private int exact;

    Evaluation(JsonValue root, Limits limits, Stopwatch stopwatch) {
        this.root = root;
        this.limits = limits;
        this.searches = new MatchBudget(limits, stopwatch);
        this.stepsLeft = limits.get(Limit.VALIDATION_STEPS);
    }

    /** What is wrong with a value; {@code null} if nothing is. */
    @Nullable
    Mismatch check(JsonValue schema, JsonValue value, String pointer) {
        spend(1);
        if (schema.kind() == JsonKind.BOOLEAN) {
            return schema.asBoolean() ? null : new Mismatch(pointer, "is not allowed");
        }
        if (schema.kind() != JsonKind.OBJECT) {
            return unknown();
        }
        if (++nested > MOST_NESTED) {
            throw new Unfinished();
        }
        requireSameBase(schema);
        Mismatch found = keywords(schema, value, pointer);
        nested--;
        return found;
    }

    /** Where a part of the schema has a name of its own, references in it mean something else. */
    @SuppressWarnings("ReferenceEquality") // an equal part elsewhere is not the root
    private void requireSameBase(JsonValue schema) {
        if (schema != root && schema.get("$id").isPresent()) {
            throw new Unfinished();
        }
    }

    private @Nullable Mismatch keywords(JsonValue schema, JsonValue value, String pointer) {
        Optional<JsonValue> reference = schema.get("$ref");
        if (reference.isPresent() && hidesSiblings()) {
            return CombiningKeywords.reference(this, new Site(reference.get(), schema, value, pointer));
        }
        for (Map.Entry<String, JsonValue> member : schema.members().entrySet()) {
            Keyword keyword = Keywords.ALL.get(member.getKey());
            if (keyword != null) {
                spend(1);
                Mismatch found = keyword.check(this, new Site(member.getValue(), schema, value, pointer));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Until draft 7, nothing beside a reference counted. */
    private boolean hidesSiblings() {
        return root.get("$schema")
                .filter(it -> it.kind() == JsonKind.STRING)
                .map(JsonValue::asString)
                .filter(it -> it.contains("draft-07") || it.contains("draft-06") || it.contains("draft-04"))
                .isPresent();
    }

    /**
     * Whether a value fits, where an error either way would matter: what cannot be judged must not pass for fitting.
     *
     * @throws Unfinished if that cannot be said
     */
    boolean fits(JsonValue schema, JsonValue value, String pointer) {
        exact++;
        boolean fits = check(schema, value, pointer) == null;
        exact--;
        return fits;
    }

    /** Something in the schema that cannot be judged: leaves the value unharmed, unless that could harm it. */
    @Nullable
    Mismatch unknown() {
        if (exact > 0) {
            throw new Unfinished();
        }
        return null;
    }

    /** The part of the whole schema that a reference means; empty if it is none. */
    Optional<JsonValue> resolve(String reference) {
        if (reference.equals("#")) {
            return Optional.of(root);
        }
        if (!reference.startsWith("#/") || reference.indexOf('%') >= 0) {
            return Optional.empty();
        }
        spend(reference.length());
        JsonValue there = root;
        for (String name : reference.substring(2).split("/", -1)) {
            requireSameBase(there);
            Optional<JsonValue> next = child(there, name.replace("~1", "/").replace("~0", "~"));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            there = next.get();
        }
        return Optional.of(there);
    }

    private static Optional<JsonValue> child(JsonValue parent, String name) {
        if (parent.kind() != JsonKind.ARRAY) {
            return parent.get(name);
        }
        boolean index = name.matches("0|[1-9][0-9]{0,4}");
        return index && Integer.parseInt(name) < parent.elements().size()
                ? Optional.of(parent.elements().get(Integer.parseInt(name)))
                : Optional.empty();
    }

    /** Whether a text has a match; empty if that pattern cannot be used. */
    Optional<Boolean> search(String pattern, String text) {
        spend(1);
        Optional<TextPattern> compiled = patterns.computeIfAbsent(pattern, this::compile);
        if (compiled.isEmpty()) {
            return Optional.empty();
        }
        Finding finding = compiled.get().search(text, searches);
        if (finding == Finding.EXHAUSTED) {
            throw new Unfinished();
        }
        return Optional.of(finding == Finding.MATCH);
    }

    private Optional<TextPattern> compile(String source) {
        spend(source.length());
        try {
            TextPattern pattern = TextPattern.compile(source, limits);
            spend((long) pattern.size() * STEPS_PER_INSTRUCTION);
            return Optional.of(pattern);
        } catch (InvalidMessage unusable) {
            return Optional.empty();
        }
    }

    /** Whether two values are equal, numbers by what they are worth. */
    boolean same(JsonValue one, JsonValue other) {
        return one.kind() == other.kind() && Objects.equals(worth(one), worth(other));
    }

    /**
     * A value in a form that is equal to that of another value if both are worth the same: {@code 1} and {@code 1.0}.
     */
    @Nullable
    Object worth(JsonValue value) {
        spend(weight(value));
        return plain(value);
    }

    private static @Nullable Object plain(JsonValue value) {
        return switch (value.kind()) {
            case NULL -> null;
            case BOOLEAN -> value.asBoolean();
            case STRING -> value.asString();
            case NUMBER -> decimal(value).stripTrailingZeros();
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                value.elements().forEach(element -> elements.add(plain(element)));
                yield elements;
            }
            case OBJECT -> {
                Map<String, @Nullable Object> members = new HashMap<>();
                value.members().forEach((name, member) -> members.put(name, plain(member)));
                yield members;
            }
        };
    }

    /** What a number is worth. */
    BigDecimal number(JsonValue value) {
        spend(weight(value));
        return decimal(value);
    }

    private static BigDecimal decimal(JsonValue value) {
        if (value.json().length() > MOST_DIGITS) {
            throw new Unfinished();
        }
        try {
            return new BigDecimal(value.json());
        } catch (NumberFormatException beyond) {
            throw new Unfinished();
        }
    }

    /** What it costs to look at all of a value. */
    static long weight(JsonValue value) {
        return 1L + value.estimatedLength() / CHARACTERS_PER_STEP;
    }

    void spend(long steps) {
        stepsLeft -= steps;
        if (stepsLeft < 0) {
            throw new Unfinished();
        }
    }
}
