package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Stopwatch;
import io.tapgateway.runtime.core.pattern.Finding;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One check of one value, and what may still be spent on it. Confined to the thread that checks. */
final class Evaluation {
    /** Schemas within schemas, references followed; values are less deep. */
    private static final int MOST_NESTED = 256;

    private final Limits limits;
    private final Stopwatch stopwatch;
    private final StepBudget steps;
    private @Nullable MatchBudget searches;
    private @Nullable DynamicScope scope;
    private int nested;
    private boolean sure = true;

    Evaluation(Limits limits, Stopwatch stopwatch) {
        this.limits = limits;
        this.stopwatch = stopwatch;
        this.steps = new StepBudget(limits.get(Limit.VALIDATION_STEPS));
    }

    StepBudget steps() {
        return steps;
    }

    /** Goes into a part of that resource; gives back what has to be given to {@link #leave}. */
    @Nullable
    DynamicScope enter(Resource resource) {
        steps.spend(1);
        if (++nested > MOST_NESTED) {
            throw new Unfinished();
        }
        DynamicScope before = scope;
        if (before == null || before.resource() != resource) {
            scope = new DynamicScope(resource, before);
        }
        return before;
    }

    void leave(@Nullable DynamicScope before) {
        nested--;
        scope = before;
    }

    /** The part that a name means in the first resource on the way here that has the name. */
    @Nullable
    Part outermost(String dynamicAnchor) {
        Part found = null;
        for (DynamicScope each = scope; each != null; each = each.outer()) {
            steps.spend(1);
            Part there = each.resource().dynamicAnchor(dynamicAnchor);
            found = there == null ? found : there;
        }
        return found;
    }

    /** Something that cannot be judged: leaves the value unharmed, and whatever depends on it open. */
    @Nullable
    Mismatch unknown(@Nullable Seen seen) {
        sure = false;
        if (seen != null) {
            seen.becomeUnsure();
        }
        return null;
    }

    /** Whether nothing was met so far that could not be judged. */
    boolean isSure() {
        return sure;
    }

    /**
     * Whether a value fits, where an error either way would matter: what cannot be judged must not pass for fitting.
     *
     * @throws Unfinished if that cannot be said
     */
    boolean fits(Part part, JsonValue value, @Nullable Seen seen) {
        boolean before = sure;
        sure = true;
        boolean fits = part.check(value, this, seen) == null;
        if (fits && !sure) {
            throw new Unfinished();
        }
        sure = before;
        return fits;
    }

    /** As {@link #fits}; what of the value was looked at counts only if it fits. */
    boolean fitsSeparately(Part part, JsonValue value, @Nullable Seen seen) {
        Seen own = seen == null ? null : new Seen();
        boolean fits = fits(part, value, own);
        if (fits && seen != null && own != null) {
            seen.addAll(own, steps);
        }
        return fits;
    }

    /** Whether a text has a match; empty if the pattern cannot be used. */
    Optional<Boolean> search(Optional<TextPattern> pattern, String text) {
        steps.spendOn(text.length());
        if (pattern.isEmpty()) {
            return Optional.empty();
        }
        if (searches == null) {
            searches = new MatchBudget(limits, stopwatch);
        }
        Finding finding = pattern.get().search(text, searches);
        if (finding == Finding.EXHAUSTED) {
            throw new Unfinished();
        }
        return Optional.of(finding == Finding.MATCH);
    }
}
