package io.tapgateway.runtime.core.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schema with a name of its own: the whole, or what has an {@code $id}. Knows those of its parts that a reference may
 * mean which stands elsewhere. Immutable once the whole is read.
 */
final class Resource {
    private final Map<String, Part> dynamicAnchors = new HashMap<>();

    /** Of drafts that have {@code $recursiveAnchor}, that of the root has the empty name. */
    void name(String dynamicAnchor, Part part) {
        dynamicAnchors.putIfAbsent(dynamicAnchor, part);
    }

    @Nullable
    Part dynamicAnchor(String name) {
        return dynamicAnchors.get(name);
    }
}
