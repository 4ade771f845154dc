package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** What one keyword, or several that belong together, demands of values. Immutable once its schema is read. */
@FunctionalInterface
interface Keyword {
    /** One that says what nobody here understands. */
    Keyword UNKNOWN = (value, evaluation, seen) -> evaluation.unknown(seen);

    /**
     * What is wrong with a value; {@code null} if nothing is.
     *
     * @param seen takes note of what of the value the keyword is about, where somebody asks for the rest of it
     */
    @Nullable
    Mismatch check(JsonValue value, Evaluation evaluation, @Nullable Seen seen);

    /** Whether every value of a kind certainly fits, so that none of them has to be looked at. */
    default boolean fitsAll(JsonKind kind) {
        return false;
    }
}
