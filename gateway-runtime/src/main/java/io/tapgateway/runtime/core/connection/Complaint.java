package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * Why a message is refused, for whoever sent it. Immutable.
 *
 * @param session the one of several sessions because of which it is (D-112)
 */
public record Complaint(ErrorCode code, String text, Optional<SessionId> session) {
    /** One that is about no session in particular. */
    public Complaint(ErrorCode code, String text) {
        this(code, text, Optional.empty());
    }

    /** A fault in the content of the message. */
    public static Complaint of(InvalidMessage fault) {
        return new Complaint(fault.code(), String.valueOf(fault.getMessage()));
    }

    /** The same, because of that session. */
    public Complaint in(SessionId one) {
        return new Complaint(code, text, Optional.of(one));
    }
}
