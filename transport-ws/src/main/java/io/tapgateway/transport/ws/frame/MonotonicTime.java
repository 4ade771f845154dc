package io.tapgateway.transport.ws.frame;

import java.util.function.LongSupplier;

/** The one place of this module that asks the system for the time. Immutable. */
public final class MonotonicTime implements LongSupplier {
    /** The machine's. */
    public static final MonotonicTime SYSTEM = new MonotonicTime();

    private MonotonicTime() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
