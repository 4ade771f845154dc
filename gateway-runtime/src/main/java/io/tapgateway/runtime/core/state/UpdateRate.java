package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.TokenBucket;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How often a provider may change what it contributes to one session (D-117). Confined to the loop. */
public final class UpdateRate {
    private @Nullable TokenBucket steady;
    private @Nullable SlidingWindow minute;

    UpdateRate() {}

    /** Accepts an update, unless there have been too many lately. */
    public boolean tryAccept(Limits limits, long now) {
        TokenBucket bucket = steady;
        SlidingWindow window = minute;
        if (bucket == null || window == null) {
            bucket = new TokenBucket(limits.get(Limit.UPDATES_PER_SECOND), limits.get(Limit.UPDATE_BURST), now);
            window = new SlidingWindow(limits.get(Limit.UPDATES_PER_MINUTE), TimeUnit.MINUTES.toNanos(1));
            steady = bucket;
            minute = window;
        }
        return window.count(now) < limits.get(Limit.UPDATES_PER_MINUTE)
                && bucket.tryTake(1, now)
                && window.tryAccept(now);
    }
}
