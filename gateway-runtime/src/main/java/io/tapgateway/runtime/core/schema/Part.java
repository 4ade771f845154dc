package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A schema, or one within it. Immutable once the whole is read. */
final class Part {
    private final Resource resource;
    private Keyword[] keywords = {};
    private boolean asksForRest;

    Part(Resource resource) {
        this.resource = resource;
    }

    Part(Resource resource, Keyword only) {
        this(resource);
        keywords = new Keyword[] {only};
    }

    Resource resource() {
        return resource;
    }

    /**
     * Says what it demands.
     *
     * @param rest what it demands of members and elements that nothing else here is about
     */
    void define(List<Keyword> others, List<Keyword> rest) {
        keywords = new Keyword[others.size() + rest.size()];
        for (int i = 0; i < keywords.length; i++) {
            keywords[i] = i < others.size() ? others.get(i) : rest.get(i - others.size());
        }
        asksForRest = !rest.isEmpty();
    }

    /** Whether every value of a kind certainly fits. */
    boolean fitsAll(JsonKind kind) {
        for (Keyword keyword : keywords) {
            if (!keyword.fitsAll(kind)) {
                return false;
            }
        }
        return true;
    }

    /** What is wrong with a value; {@code null} if nothing is. */
    @Nullable
    Mismatch check(JsonValue value, Evaluation evaluation, @Nullable Seen seen) {
        DynamicScope before = evaluation.enter(resource);
        // What others have seen of the value is none of its business.
        Seen here = asksForRest ? new Seen() : seen;
        for (Keyword keyword : keywords) {
            evaluation.steps().spend(1);
            Mismatch found = keyword.check(value, evaluation, here);
            if (found != null) {
                evaluation.leave(before);
                return found;
            }
        }
        if (asksForRest && seen != null && here != null) {
            seen.addAll(here, evaluation.steps());
        }
        evaluation.leave(before);
        return null;
    }
}
