package io.tapgateway.protocol.model;

/** A provider's own correlation id for an update, echoed in {@code ack} or {@code error} (D-037, D-102). Immutable. */
public record RequestId(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 128;

    public RequestId {
        Syntax.opaque("requestId", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
