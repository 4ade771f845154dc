package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A keyword that means another part of the schema. Immutable once it was followed. */
final class Reference implements Keyword {
    /** Keywords that refer to schemas, or keep them for those that do. */
    static final Map<String, KeywordReader> ALL = Map.of(
            "$ref", site -> read(site, false),
            "$dynamicRef", site -> read(site, true),
            "$recursiveRef", site -> read(site, true),
            "$defs", Reference::definitions,
            "definitions", Reference::definitions);

    /** What others may mean by it in their way; {@code null} if its meaning is fixed. */
    private final @Nullable String dynamicAnchor;

    private @Nullable Part target;

    private Reference(@Nullable String dynamicAnchor) {
        this.dynamicAnchor = dynamicAnchor;
    }

    private static Keyword read(Site site, boolean dynamic) {
        if (!site.is(JsonKind.STRING)) {
            return Keyword.UNKNOWN;
        }
        UriReference name = UriReference.parse(site.argument().asString());
        Reference reference = new Reference(dynamic ? name.meantFragment().orElse(null) : null);
        site.reading().follow(reference, name, site.resource());
        return reference;
    }

    /** They demand nothing, but may have names. */
    private static @Nullable Keyword definitions(Site site) {
        if (site.is(JsonKind.OBJECT)) {
            site.argument().members().values().forEach(site::part);
        }
        return null;
    }

    /** @param target {@code null} if it is not in the schema */
    void mean(@Nullable Part target) {
        this.target = target;
    }

    @Override
    public @Nullable Mismatch check(JsonValue value, Evaluation evaluation, @Nullable Seen seen) {
        if (target == null) {
            return evaluation.unknown(seen);
        }
        return meant(target, evaluation).check(value, evaluation, seen);
    }

    /** If others on the way here have that name as well, the first who has it counts. */
    private Part meant(Part first, Evaluation evaluation) {
        if (dynamicAnchor == null || first.resource().dynamicAnchor(dynamicAnchor) != first) {
            return first;
        }
        Part outermost = evaluation.outermost(dynamicAnchor);
        return outermost == null ? first : outermost;
    }
}
