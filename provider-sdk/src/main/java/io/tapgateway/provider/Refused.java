package io.tapgateway.provider;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.model.ErrorCode;

/** The gateway has refused a request. Stages of {@link BoundProvider} fail with it. Immutable. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** The gateway's answer as an exception. */
    public Refused(ErrorMessage answer) {
        super(answer.code() + ": " + answer.message());
        this.code = answer.code();
    }

    /** The error code of the refusal. */
    public ErrorCode code() {
        return code;
    }
}
