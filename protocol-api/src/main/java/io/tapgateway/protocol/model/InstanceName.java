package io.tapgateway.protocol.model;

/**
 * Tells the instances of one provider apart, for example browser tabs: {@code [A-Za-z0-9._-]{1,64}} (D-037). Immutable.
 */
public record InstanceName(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 64;

    public InstanceName {
        Syntax.identifier("instance", value, "._-", MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
