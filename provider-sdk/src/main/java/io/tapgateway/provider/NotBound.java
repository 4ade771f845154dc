package io.tapgateway.provider;

/**
 * There is no binding, or it ended before the gateway answered. Stages of {@link BoundProvider} fail with it.
 * Immutable.
 */
public final class NotBound extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param message why there is no binding */
    public NotBound(String message) {
        super(message);
    }
}
