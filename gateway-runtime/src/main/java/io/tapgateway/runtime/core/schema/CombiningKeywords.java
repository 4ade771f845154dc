package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keywords that hold a value against other schemas as a whole. Stateless. */
final class CombiningKeywords {
    private static final KeywordReader CONDITION = CombiningKeywords::condition;

    static final Map<String, KeywordReader> ALL = Map.of(
            "allOf",
            several(CombiningKeywords::all),
            "anyOf",
            several(CombiningKeywords::any),
            "oneOf",
            several(CombiningKeywords::one),
            "not",
            CombiningKeywords::not,
            "if",
            CONDITION,
            "then",
            CONDITION,
            "else",
            CONDITION);

    private static final Mismatch NONE = Mismatch.of("fits none of the forms that it may have");

    private CombiningKeywords() {}

    private static KeywordReader several(Function<List<Part>, Keyword> keyword) {
        return site -> site.hasElements() ? keyword.apply(site.parts(site.argument())) : Keyword.UNKNOWN;
    }

    private static Keyword all(List<Part> parts) {
        return (value, evaluation, seen) -> {
            for (Part part : parts) {
                Mismatch found = part.check(value, evaluation, seen);
                if (found != null) {
                    return found;
                }
            }
            return null;
        };
    }

    /** Of a single alternative, what is wrong with it is what is wrong. */
    private static Keyword any(List<Part> parts) {
        if (parts.size() == 1) {
            return parts.get(0)::check;
        }
        return (value, evaluation, seen) -> {
            boolean any = false;
            for (Part part : parts) {
                Seen own = seen == null ? null : new Seen();
                if (part.check(value, evaluation, own) == null) {
                    any = true;
                    if (seen == null || own == null) {
                        return null;
                    }
                    seen.addAll(own, evaluation.steps());
                }
            }
            return any ? null : NONE;
        };
    }

    private static Keyword one(List<Part> parts) {
        Mismatch several = Mismatch.of("fits several forms of which it may have one");
        return (value, evaluation, seen) -> {
            int fitting = 0;
            for (Part part : parts) {
                fitting += evaluation.fitsSeparately(part, value, seen) ? 1 : 0;
            }
            return fitting == 1 ? null : fitting == 0 ? NONE : several;
        };
    }

    private static Keyword not(Site site) {
        Part part = site.part();
        Mismatch mismatch = Mismatch.of("has the form that it may not have");
        return (value, evaluation, seen) -> evaluation.fits(part, value, null) ? mismatch : null;
    }

    /** What follows a condition may have a name even where there is no condition. */
    private static @Nullable Keyword condition(Site site) {
        Part then = consequence(site, "then");
        Part otherwise = consequence(site, "else");
        JsonValue schema = site.sibling("if");
        if (schema == null) {
            return null;
        }
        Part condition = site.part(schema);
        return (value, evaluation, seen) -> {
            Part next = evaluation.fitsSeparately(condition, value, seen) ? then : otherwise;
            return next.check(value, evaluation, seen);
        };
    }

    private static Part consequence(Site site, String keyword) {
        JsonValue schema = site.sibling(keyword);
        return site.part(schema == null ? JsonValue.TRUE : schema);
    }
}
