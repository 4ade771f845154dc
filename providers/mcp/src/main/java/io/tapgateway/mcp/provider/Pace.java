package io.tapgateway.mcp.provider;

import io.tapgateway.programs.ProgramThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lets through as much as the gateway takes of one kind of news, and drops the rest: a few at once, and no more than so
 * many in any second. Confined to one thread.
 */
final class Pace {
    /** Reports of a call, and whatever is only logged, a second: below the ten of D-151. */
    static final int OF_REPORTS = 8;

    /** Lines of a server's log a second. */
    static final int OF_EVENTS = 5;

    /** Between events that wait; those of a second and {@link #OF_EVENTS} are the ten of D-189. */
    static final Duration BETWEEN_EVENTS = Duration.ofMillis(250);

    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    private final ProgramThread time;
    private final int most;
    private final Deque<Long> passed = new ArrayDeque<>();

    /** @param most how many in any second */
    Pace(ProgramThread time, int most) {
        this.time = time;
        this.most = most;
    }

    /** Whether one more may go now; if so, it counts. */
    boolean isFree() {
        long now = time.nanos();
        while (!passed.isEmpty() && now - passed.getFirst() > WINDOW_NANOS) {
            passed.removeFirst();
        }
        if (passed.size() >= most) {
            return false;
        }
        passed.addLast(now);
        return true;
    }
}
