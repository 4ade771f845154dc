package io.tapgateway.runtime.core.schema;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Which members or elements of one value have been looked at by keywords that the value fits, for {@code
 * unevaluatedProperties} and {@code unevaluatedItems}. Confined to one check.
 */
final class Seen {
    private final Set<String> members = new HashSet<>();
    private final BitSet elements = new BitSet();
    private boolean all;
    private boolean unsure;

    /** A member of an object. */
    void add(String member) {
        members.add(member);
    }

    /** An element of an array. */
    void add(int element) {
        elements.set(element);
    }

    /** Whatever the value has. */
    void addAll() {
        all = true;
    }

    /** It may be any others, too. */
    void becomeUnsure() {
        unsure = true;
    }

    /** What another one has seen of the same value. */
    void addAll(Seen other, StepBudget steps) {
        steps.spend(1L + other.members.size() + other.elements.length() / Long.SIZE);
        members.addAll(other.members);
        elements.or(other.elements);
        all |= other.all;
        unsure |= other.unsure;
    }

    boolean has(String member) {
        return all || members.contains(member);
    }

    boolean has(int element) {
        return all || elements.get(element);
    }

    boolean isUnsure() {
        return unsure;
    }
}
