package io.tapgateway.transport.ws.host;

/** What comes of one attempt to connect a host to its gateway. */
enum LinkAttempt {
    /** The link stands. */
    CONNECTED(false),
    /** Nobody listens there. */
    NOBODY(false),
    /** Somebody listens who cannot prove to be the gateway. */
    STRANGER(false),
    /** Somebody listens who speaks another version of the host link. */
    OTHER_VERSION(false),
    /** Somebody listens who has said nothing in time, or hung up before: a stranger, or a gateway with too much to do. */
    SILENT(true),
    /** It is the gateway, but it has no place for this host, or no time. */
    BUSY(true),
    /** The gateway does not know the link any more. */
    GONE(false);

    private final boolean passing;

    LinkAttempt(boolean passing) {
        this.passing = passing;
    }

    /** Whether the same attempt may succeed a little later. */
    boolean mayPass() {
        return passing;
    }
}
