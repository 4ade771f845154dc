package io.tapgateway.protocol.model;

/** Stable debug name that the gateway gives to a provider identity (D-071). Immutable. */
public record ProviderId(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 128;

    public ProviderId {
        Syntax.opaque("providerId", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
