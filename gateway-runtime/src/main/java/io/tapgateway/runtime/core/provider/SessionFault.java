package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.state.Session;
import java.util.Optional;

/** A fault that one of several sessions found (D-112, D-121). Immutable. */
final class SessionFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final InvalidMessage fault;
    private final String sessionId;

    SessionFault(InvalidMessage fault, Session session) {
        super(fault.getMessage(), fault, false, false);
        this.fault = fault;
        this.sessionId = session.id().value();
    }

    /** Makes a change; says why it is refused if it finds itself at fault. */
    static Optional<Complaint> attempt(Runnable change) {
        try {
            change.run();
            return Optional.empty();
        } catch (SessionFault found) {
            return Optional.of(Complaint.of(found.fault).in(new SessionId(found.sessionId)));
        } catch (InvalidMessage found) {
            return Optional.of(Complaint.of(found));
        }
    }
}
