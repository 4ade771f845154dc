package io.tapgateway.runtime;

/** A token or code that must not leak: {@link #toString()} hides it (T-09). Immutable. */
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** Wraps a secret. */
    public static Secret of(String value) {
        return new Secret(value);
    }

    /** The secret itself; for the one place that hands it to its owner. */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "****";
    }
}
