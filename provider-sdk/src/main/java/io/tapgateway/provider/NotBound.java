package io.tapgateway.provider;

/** There is no binding, or it ended before the gateway answered. What stages of {@link BoundProvider} fail with. */
public final class NotBound extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** For that reason. */
    public NotBound(String message) {
        super(message);
    }
}
