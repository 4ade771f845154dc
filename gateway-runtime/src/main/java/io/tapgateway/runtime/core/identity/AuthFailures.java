package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Notices which class of peers keeps failing to authenticate: all programs without an origin are one class, each origin
 * is another, and the one that had too many failures is conspicuous for a minute (D-044). Confined to the loop.
 */
public final class AuthFailures {
    private static final int ORIGINS_REMEMBERED = 1_024;

    private static final class History {
        private final SlidingWindow failures;
        private long conspicuousUntil;

        private History(SlidingWindow failures, long now) {
            this.failures = failures;
            this.conspicuousUntil = now;
        }

        private boolean isConspicuous(long now) {
            return now - conspicuousUntil < 0;
        }
    }

    private final Kernel kernel;
    private final Map<Optional<String>, History> records = new LinkedHashMap<>(16, 0.75f, true);

    public AuthFailures(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Whether pages of that origin are turned away at the moment, unless they have a token. */
    public boolean isShutTo(String origin) {
        History known = records.get(Optional.of(origin));
        return known != null && known.isConspicuous(kernel.now());
    }

    /** Counts a failure; true if that was one too many, for the first time in a minute. */
    boolean count(Optional<String> origin) {
        History known = records.computeIfAbsent(origin, key -> new History(window(key), kernel.now()));
        known.failures.tryAccept(kernel.now());
        if (records.size() > ORIGINS_REMEMBERED) {
            records.remove(records.keySet().iterator().next());
        }
        boolean tooMany = known.failures.count(kernel.now()) >= kernel.limit(limitFor(origin));
        boolean news = tooMany && !known.isConspicuous(kernel.now());
        if (news) {
            known.conspicuousUntil = kernel.now() + kernel.limits().nanos(Limit.AUTH_FAILURE_BLOCK);
        }
        return news;
    }

    private SlidingWindow window(Optional<String> origin) {
        return new SlidingWindow(kernel.limit(limitFor(origin)), TimeUnit.MINUTES.toNanos(1));
    }

    private static Limit limitFor(Optional<String> origin) {
        return origin.isPresent() ? Limit.AUTH_FAILURES_PER_MINUTE_PER_ORIGIN : Limit.AUTH_FAILURES_PER_MINUTE;
    }
}
