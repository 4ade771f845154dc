package io.tapgateway.protocol.connection;

/** What a state says to a message of some type (D-032, D-094). */
public enum Legality {
    /** Go ahead. */
    LEGAL,
    /** Keep it, and judge it in the state that follows (D-094). */
    WAITS,
    /** A late answer: no effect, no reply. */
    IGNORED,
    /** Answer {@code UNKNOWN_TYPE} and stay. */
    REFUSED,
    /** Answer {@code AUTH_FAILED} and close. */
    FATAL
}
