package io.tapgateway.emitters.model;

import java.util.concurrent.TimeUnit;

/**
 * How fast a command may print: {@link EmitterLimits#OUTPUT_BYTES_PER_SECOND}, counted from second to second. Confined
 * to whoever reads what it prints.
 */
public final class OutputPace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private long begun;
    private long read;

    public OutputPace(long now) {
        this.begun = now;
    }

    /** Counts what has been read; returns how many nanoseconds to wait before more is read. */
    public long read(int bytes, long now) {
        if (now - begun >= SECOND) {
            begun = now;
            read = 0;
        }
        read += bytes;
        return read < EmitterLimits.OUTPUT_BYTES_PER_SECOND ? 0 : begun + SECOND - now;
    }
}
