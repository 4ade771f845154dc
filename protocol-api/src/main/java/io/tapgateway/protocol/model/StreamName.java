package io.tapgateway.protocol.model;

/** A stream of one provider: {@code [A-Za-z0-9._-]{1,64}}, never with an {@code @} (D-037, D-196). Immutable. */
public record StreamName(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 64;

    public StreamName {
        Syntax.identifier("stream", value, "._-", MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
