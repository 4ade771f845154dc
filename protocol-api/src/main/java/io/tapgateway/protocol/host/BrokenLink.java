package io.tapgateway.protocol.host;

/**
 * What the other side sent makes no sense on this link; it cannot be used any more. Its message is fit for a log.
 * Immutable.
 */
public final class BrokenLink extends Exception {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public BrokenLink(String message) {
        super(message);
    }

    BrokenLink(String message, Throwable cause) {
        super(message, cause);
    }
}
