package io.tapgateway.link;

/** What comes of one attempt to connect a host to its gateway. */
enum LinkAttempt {
    /** The link stands. */
    CONNECTED,
    /** Nobody listens there. */
    NOBODY,
    /** Somebody listens who cannot prove to be the gateway. */
    STRANGER,
    /** Somebody listens who speaks another version of the host link. */
    OTHER_VERSION,
    /** It is the gateway, but it does not want this host, or says what cannot be understood. */
    REFUSED,
    /** Somebody listens who has said nothing in time, or hung up before: a stranger, or a gateway with too much to do. */
    SILENT,
    /** It is the gateway, but it has no place for this host, or no time. */
    BUSY,
    /** The gateway does not know the link any more. */
    GONE;

    /** Whether the same attempt may succeed a little later. */
    boolean mayPass() {
        return this == SILENT || this == BUSY;
    }
}
