package io.tapgateway.provider;

import io.tapgateway.protocol.model.ToolErrorCode;

/**
 * Thrown by a handler, or what its stage fails with, to say why a call has no result. Code and message go to the caller
 * as they are; a cause stays in this process. Immutable.
 */
public final class ToolFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ToolErrorCode code;
    private final boolean retryable;

    /**
     * A failure that another try would repeat.
     *
     * @throws IllegalArgumentException if the code is one that only a gateway gives (D-146)
     */
    public ToolFailure(ToolErrorCode code, String message) {
        this(code, message, false);
    }

    /**
     * A failure.
     *
     * @param retryable a hint for the host that another try may succeed (D-150)
     * @throws IllegalArgumentException if the code is one that only a gateway gives (D-146)
     */
    public ToolFailure(ToolErrorCode code, String message, boolean retryable) {
        super(message);
        if (ToolErrorCode.fromProvider(code.name()).isEmpty()) {
            throw new IllegalArgumentException(
                    code + " is for the gateway to say; use NOT_FOUND, TIMEOUT, CANCELLED, UNAUTHORIZED,"
                            + " INVALID_ARGUMENTS or INTERNAL");
        }
        this.code = code;
        this.retryable = retryable;
    }

    /** What was asked for does not exist. */
    public static ToolFailure notFound(String message) {
        return new ToolFailure(ToolErrorCode.NOT_FOUND, message);
    }

    /** The code for the caller. */
    public ToolErrorCode code() {
        return code;
    }

    /** Whether another try may succeed. */
    public boolean retryable() {
        return retryable;
    }

    /** The text for the caller. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
