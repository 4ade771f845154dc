package io.tapgateway.runtime.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * Where a value does not fit its schema, and why. Immutable.
 *
 * <p>Most are thrown away, as when a value has one of several forms; so the place is put together only for who wants
 * it.
 */
public final class Mismatch {
    private final String reason;
    private final @Nullable String name;
    private final @Nullable Mismatch inner;

    private Mismatch(String reason, @Nullable String name, @Nullable Mismatch inner) {
        this.reason = reason;
        this.name = name;
        this.inner = inner;
    }

    static Mismatch of(String reason) {
        return new Mismatch(reason, null, null);
    }

    /** The same, of the value that has this one as a member. */
    Mismatch below(String member) {
        return new Mismatch(reason, member, this);
    }

    /** The same, of the value that has this one as an element. */
    Mismatch below(int element) {
        return below(Integer.toString(element));
    }

    /** JSON pointer (RFC 6901) into the value; empty for the value itself. */
    public String pointer() {
        StringBuilder pointer = new StringBuilder();
        for (Mismatch level = this; level.inner != null && level.name != null; level = level.inner) {
            pointer.append('/').append(level.name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }

    /** What goes on after the pointer: {@code must be a string}. */
    public String reason() {
        return reason;
    }

    @Override
    public String toString() {
        String pointer = pointer();
        return (pointer.isEmpty() ? "the whole" : pointer) + " " + reason;
    }
}
