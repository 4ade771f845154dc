package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonFault;

/**
 * A protocol value cannot be built from what was given: which field is wrong, why, and the code the peer is told.
 * Immutable.
 *
 * <p>Thrown by the constructors of messages and model values. The codec turns it into a value; only callers that build
 * messages in Java ever see it. The text is written by this library and never contains payload.
 */
public final class InvalidMessage extends JsonFault {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** @param pointer JSON pointer of the field inside the value under construction; empty for the value itself */
    public InvalidMessage(ErrorCode code, String pointer, String reason) {
        super(pointer, reason);
        this.code = code;
    }

    /** An {@code INVALID_JSON} fault at {@code pointer} (D-030). */
    public static InvalidMessage at(String pointer, String reason) {
        return new InvalidMessage(ErrorCode.INVALID_JSON, pointer, reason);
    }

    /** A {@code PAYLOAD_TOO_LARGE} fault at {@code pointer} (D-031). */
    public static InvalidMessage tooLarge(String pointer, String reason) {
        return new InvalidMessage(ErrorCode.PAYLOAD_TOO_LARGE, pointer, reason);
    }

    @Override
    public InvalidMessage under(String parent) {
        return new InvalidMessage(code, parent + pointer(), reason());
    }

    /** The error code for the peer. */
    public ErrorCode code() {
        return code;
    }
}
