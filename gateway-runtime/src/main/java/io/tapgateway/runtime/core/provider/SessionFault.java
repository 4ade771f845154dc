package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.runtime.core.state.Session;

/** A fault that one of several sessions found (D-112, D-121). */
final class SessionFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final InvalidMessage fault;
    private final String sessionId;

    SessionFault(InvalidMessage fault, Session session) {
        super(fault.getMessage(), fault, false, false);
        this.fault = fault;
        this.sessionId = session.id().value();
    }

    InvalidMessage fault() {
        return fault;
    }

    String sessionId() {
        return sessionId;
    }
}
