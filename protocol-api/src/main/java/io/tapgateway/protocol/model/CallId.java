package io.tapgateway.protocol.model;

/**
 * Names one tool call, gate check or transform request; made by the gateway, globally unique (A/ids, D-135). Immutable.
 */
public record CallId(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 128;

    public CallId {
        Syntax.opaque("id", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
