package io.tapgateway.protocol.json;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of an object's members so far, of which there is mostly one. Confined to one call. */
final class MemberNames {
    private @Nullable String first;
    private @Nullable Set<String> all;

    /** Adds a name, unless it is there already. */
    boolean add(String name) {
        if (first == null) {
            first = name;
            return true;
        }
        if (all == null) {
            all = new HashSet<>();
            all.add(first);
        }
        return all.add(name);
    }
}
