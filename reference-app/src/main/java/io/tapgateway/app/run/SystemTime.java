package io.tapgateway.app.run;

import java.util.function.LongSupplier;

/** The one place of the app that asks the system for monotonic time. Immutable. */
final class SystemTime implements LongSupplier {
    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
