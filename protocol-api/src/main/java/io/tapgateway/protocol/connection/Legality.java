package io.tapgateway.protocol.connection;

/** What a state says to a message of some type (D-032). */
public enum Legality {
    /** Go ahead. */
    LEGAL,
    /** A late answer: no effect, no reply. */
    IGNORED,
    /** Answer {@code UNKNOWN_TYPE} and stay. */
    REFUSED,
    /** Answer {@code AUTH_FAILED} and close. */
    FATAL
}
