package io.tapgateway.provider;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.model.ErrorCode;

/** The gateway refused what was asked of it: its code and its words. What stages of {@link BoundProvider} fail with. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** The gateway's answer as an exception. */
    public Refused(ErrorMessage answer) {
        super(answer.code() + ": " + answer.message());
        this.code = answer.code();
    }

    /** Why. */
    public ErrorCode code() {
        return code;
    }
}
