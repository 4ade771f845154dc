package io.tapgateway.runtime.core.rule;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Keeps a rule that cannot be decided from being mentioned more than once a minute (D-169). Confined to the loop. */
public final class OncePerMinute {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Map<Integer, Long> mentioned = new HashMap<>();

    /** Whether a rule may be mentioned now; then it has been. */
    public boolean isDue(int rule, long now) {
        Long last = mentioned.get(rule);
        boolean due = last == null || now - last >= MINUTE;
        if (due) {
            mentioned.put(rule, now);
        }
        return due;
    }
}
