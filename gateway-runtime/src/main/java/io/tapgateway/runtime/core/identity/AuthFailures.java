package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Shuts the door for a minute to a class of peers that keeps failing to authenticate: all programs without an origin
 * are one class, each origin is another, so that no page can lock out a native program (D-044). Confined to the loop.
 */
public final class AuthFailures {
    private static final int ORIGINS_REMEMBERED = 1_024;

    private static final class History {
        private final SlidingWindow failures;
        private long closedUntil;

        private History(SlidingWindow failures, long now) {
            this.failures = failures;
            this.closedUntil = now;
        }
    }

    private final Kernel kernel;
    private final Map<Optional<String>, History> records = new LinkedHashMap<>(16, 0.75f, true);

    public AuthFailures(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Whether peers of that origin, or without one, are turned away at the moment. */
    public boolean isShutTo(Optional<String> origin) {
        History known = records.get(origin);
        return known != null && kernel.now() - known.closedUntil < 0;
    }

    /** Counts a failure. */
    void count(Optional<String> origin) {
        History known = records.computeIfAbsent(origin, key -> new History(window(key), kernel.now()));
        known.failures.tryAccept(kernel.now());
        if (known.failures.count(kernel.now()) >= kernel.limit(limitFor(origin))) {
            known.closedUntil = kernel.now() + kernel.limits().nanos(Limit.AUTH_FAILURE_BLOCK);
        }
        if (records.size() > ORIGINS_REMEMBERED) {
            records.remove(records.keySet().iterator().next());
        }
    }

    private SlidingWindow window(Optional<String> origin) {
        return new SlidingWindow(kernel.limit(limitFor(origin)), TimeUnit.MINUTES.toNanos(1));
    }

    private static Limit limitFor(Optional<String> origin) {
        return origin.isPresent() ? Limit.AUTH_FAILURES_PER_MINUTE_PER_ORIGIN : Limit.AUTH_FAILURES_PER_MINUTE;
    }
}
