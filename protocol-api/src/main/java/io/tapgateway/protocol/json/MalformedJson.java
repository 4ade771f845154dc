package io.tapgateway.protocol.json;

/**
 * Text is not JSON as this protocol accepts it (D-024): what is wrong and where. The text is written by this library,
 * with a position instead of an excerpt, and never contains payload. Immutable.
 */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param reason one clause, fit for the peer */
    public MalformedJson(String reason) {
        super(reason, null, false, false);
    }

    /** What is wrong, fit for the peer. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
