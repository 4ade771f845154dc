package io.tapgateway.runtime.transport;

/** Why a peer is not even let in: the HTTP status for its upgrade request. Immutable. */
public enum Refusal {
    /** All slots for unauthenticated peers are in use (D-020). */
    NO_FREE_SLOT(503),
    /** Too many failed authentications of this class of peers lately (D-044). */
    TOO_MANY_FAILURES(503),
    /** A page of an origin that may not pair and holds no token (T-01). */
    ORIGIN_NOT_ADMITTED(403),
    /** This gateway has been closed. */
    CLOSED(503);

    private final int httpStatus;

    Refusal(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    /** The HTTP status code for the peer. */
    public int httpStatus() {
        return httpStatus;
    }
}
