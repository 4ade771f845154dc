package io.tapgateway.emitters.model;

import java.time.Duration;

/** The numbers that keep emitters in bounds; they are not the protocol's, whose limits hold as well. Immutable. */
public final class EmitterLimits {
    /** Emitters of one session, those that have ended and are still listed included. */
    public static final int EMITTERS = 20;

    /** The shortest time from the start of one run to that of the next. */
    public static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    /** The longest one, and the longest delay of the first run. */
    public static final Duration MAX_INTERVAL = Duration.ofDays(7);

    /** Bytes of a printed line; what is beyond is cut off, with a mark. */
    public static final int LINE_BYTES = 4 << 10;

    /** Lines of one emitter that wait to be pushed; then the oldest ones are lost, and the next one says how many. */
    public static final int WAITING_LINES = 200;

    /** Bytes that are read from one command within a second; then it has to wait with printing. */
    public static final int OUTPUT_BYTES_PER_SECOND = 1 << 20;

    /**
     * Events of all emitters and posts of one session within a second: fewer than the gateway takes from one provider.
     */
    public static final int EVENTS_PER_SECOND = 8;

    /** Outputs of one emitter that are still open, of the run that is on and of what former ones have left behind. */
    public static final int OPEN_OUTPUTS = 10;

    /** Records of runs that are kept for one session. */
    public static final int RUNS_REMEMBERED = 200;

    private EmitterLimits() {}
}
