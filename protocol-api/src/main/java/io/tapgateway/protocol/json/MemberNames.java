package io.tapgateway.protocol.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names seen in one object: compared one by one while they are few, as they usually are. Confined to one call. */
final class MemberNames {
    private static final int FEW = 8;
    private static final String[] NONE = {};

    private @Nullable String first;
    private String[] others = NONE;
    private int count;
    private @Nullable Set<String> many;

    /** Adds a name; false if it has been seen before. */
    boolean add(String name) {
        if (first == null) {
            first = name;
            return true;
        }
        if (many != null) {
            return many.add(name);
        }
        if (first.equals(name) || isAmongOthers(name)) {
            return false;
        }
        if (count == FEW) {
            // Names are comparable, so that a set of them stays quick even if all of them have the same hash.
            many = new HashSet<>(Arrays.asList(others));
            many.add(first);
            return many.add(name);
        }
        if (others.length == 0) {
            others = new String[FEW];
        }
        others[count++] = name;
        return true;
    }

    private boolean isAmongOthers(String name) {
        for (int i = 0; i < count; i++) {
            if (others[i].equals(name)) {
                return true;
            }
        }
        return false;
    }
}
