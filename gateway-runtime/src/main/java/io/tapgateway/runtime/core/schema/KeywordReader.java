package io.tapgateway.runtime.core.schema;

import org.jspecify.annotations.Nullable;

/** Reads one keyword, or several that belong together. Stateless. */
@FunctionalInterface
interface KeywordReader {
    /** What it demands; {@code null} if that is nothing. */
    @Nullable
    Keyword read(Site site);
}
