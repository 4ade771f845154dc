package io.tapgateway.mcp.provider;

import io.tapgateway.programs.ProgramThread;
import java.time.Duration;

/** Lets through as much as the gateway takes of one kind of news, and drops the rest. Confined to one thread. */
final class Pace {
    /** Below the ten a second of D-151 and D-189. */
    static final Duration BETWEEN = Duration.ofMillis(125);

    private final ProgramThread time;
    private long nextAt;

    Pace(ProgramThread time) {
        this.time = time;
        this.nextAt = time.nanos();
    }

    /** Whether one more may go now; if so, it counts. */
    boolean isFree() {
        long now = time.nanos();
        if (now - nextAt < 0) {
            return false;
        }
        nextAt = now + BETWEEN.toNanos();
        return true;
    }
}
