package io.tapgateway.zot;

import io.tapgateway.programs.ProgramThread;
import java.util.concurrent.TimeUnit;

/** Lets through as many notes as anybody could read (Z-091). Confined to the program thread. */
final class NotePace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ProgramThread time;
    private long since;
    private int count;

    NotePace(ProgramThread time) {
        this.time = time;
        this.since = time.nanos();
    }

    /** Whether one more may be shown now; if so, it counts. */
    boolean isFree() {
        long now = time.nanos();
        if (now - since >= SECOND) {
            since = now;
            count = 0;
        }
        count++;
        return count <= ZotLimit.NOTES_PER_SECOND.most();
    }
}
