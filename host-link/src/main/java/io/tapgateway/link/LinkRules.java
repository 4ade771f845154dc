package io.tapgateway.link;

import java.time.Duration;

/** The numbers of the host link, as {@code docs/protocol/host-link.md} states them. Immutable. */
final class LinkRules {
    /** Where the gateway's control port has the link. */
    static final String PATH = "/host";

    /** How long a connection may take to prove itself. */
    static final Duration GREETING = Duration.ofSeconds(5);

    /** How often each side gives a sign of life. */
    static final Duration HEARTBEAT = Duration.ofSeconds(5);

    /** After so long without one the connection counts as lost. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    /** How long sessions outlive their connection. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** The longest text once both sides have proved themselves, in characters. */
    static final int MAX_LENGTH = 32 << 20;

    /**
     * The longest message that a Java host sends at all, in characters before any escapes; the gateway's own limits are
     * far below.
     */
    static final int LONGEST_REQUEST = 5 << 20;

    /** How long whoever asks how something is now waits for the answer. */
    static final Duration QUESTION = Duration.ofSeconds(5);

    /** How much is kept until the other side has acknowledged it. */
    static final int MOST_KEPT = 20_000;

    /** The same in characters. */
    static final long MOST_KEPT_CHARACTERS = 64L << 20;

    /** How many messages are acknowledged together at most. */
    static final int ACKNOWLEDGED_TOGETHER = 32;

    /** From so many characters on a message is acknowledged at once. */
    static final int ACKNOWLEDGED_AT_ONCE = 64 << 10;

    /** How many connections may be about to prove themselves at a time. */
    static final int MOST_GREETINGS = 16;

    /** How many links a gateway has at most. */
    static final int MOST_LINKS = 100;

    /** How many surfaces a host may attach to one session. */
    static final int MOST_SURFACES = 8;

    /** How long a surface of a host may take over one notice (U-101). */
    static final Duration SURFACE_PATIENCE = Duration.ofSeconds(1);

    private LinkRules() {}
}
