package io.tapgateway.protocol.model;

/** A provider's own correlation id for a {@code stream.query} (D-037). Immutable. */
public record QueryId(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 128;

    public QueryId {
        Syntax.opaque("queryId", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
