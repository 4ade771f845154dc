package io.tapgateway.app.provide;

import java.time.Duration;

/** The numbers that keep commands in bounds; they are not the protocol's, whose limits hold as well. Immutable. */
final class ProvideLimits {
    /** Bytes of what a command prints that are its result; what is beyond is cut off, with a mark. */
    static final int RESULT_BYTES = 1 << 20;

    /** Calls that are served at once; more wait in the gateway. */
    static final int RUNS = 4;

    /** Bytes of one word of a command with the arguments in it; the standard input has room for all. */
    static final int WORD_BYTES = 32 << 10;

    /** Last lines of a failed command that its caller gets to see. */
    static final int ERROR_LINES = 10;

    /** Characters of each of these lines. */
    static final int ERROR_LINE_CHARACTERS = 400;

    /** The shortest time between two reports of one call; lines in between are not reported. */
    static final Duration REPORT_PAUSE = Duration.ofMillis(100);

    /** Bytes of a file of tools, or of a schema. */
    static final int FILE_BYTES = 1 << 20;

    private ProvideLimits() {}
}
