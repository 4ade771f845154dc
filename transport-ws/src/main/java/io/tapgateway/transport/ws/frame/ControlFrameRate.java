package io.tapgateway.transport.ws.frame;

import java.util.concurrent.TimeUnit;

/** Counts control frames in any window of one second (T-25). Confined to the I/O thread of its connection. */
final class ControlFrameRate {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** When the last ones came; the oldest is overwritten next. */
    private final long[] times;

    private long count;

    ControlFrameRate(int perSecond) {
        this.times = new long[perSecond];
    }

    /** Counts one more, and returns whether that is too many. */
    boolean isExceeded(long now) {
        int slot = (int) (count % times.length);
        boolean exceeded = count >= times.length && now - times[slot] < WINDOW_NANOS;
        times[slot] = now;
        count++;
        return exceeded;
    }
}
