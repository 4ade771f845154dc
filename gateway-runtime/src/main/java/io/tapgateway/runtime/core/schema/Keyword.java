package io.tapgateway.runtime.core.schema;

import org.jspecify.annotations.Nullable;

/** How one keyword is checked. */
@FunctionalInterface
interface Keyword {
    /** What is wrong at that place; {@code null} if nothing is. */
    @Nullable
    Mismatch check(Evaluation evaluation, Site site);
}
