package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.TokenBucket;
import java.util.concurrent.TimeUnit;

/**
 * How one peer behaves: its message rate, its violations, the errors it was sent (D-034, D-231). Confined to the loop.
 */
public final class Conduct {
    private static final long NEVER = Long.MIN_VALUE;
    private static final double BYTE_BURST_SECONDS = 1;

    private final TokenBucket messages;
    private final TokenBucket bytes;
    private final SlidingWindow errors;
    private final SlidingWindow violations;
    private final SlidingWindow rebinds;
    private final long longestExcess;
    private long excessSince = NEVER;
    private long lastExcess = NEVER;

    Conduct(Limits limits, long now) {
        messages = new TokenBucket(limits.get(Limit.MESSAGES_PER_SECOND), limits.get(Limit.MESSAGE_BURST), now);
        double perSecond = limits.get(Limit.INBOUND_BYTES_PER_SECOND);
        bytes = new TokenBucket(perSecond, perSecond * BYTE_BURST_SECONDS, now);
        errors = new SlidingWindow(limits.get(Limit.ERRORS_PER_SECOND), TimeUnit.SECONDS.toNanos(1));
        violations = new SlidingWindow(limits.get(Limit.VIOLATIONS_PER_MINUTE), TimeUnit.MINUTES.toNanos(1));
        rebinds = new SlidingWindow(limits.get(Limit.REBINDS_PER_MINUTE), TimeUnit.MINUTES.toNanos(1));
        longestExcess = limits.nanos(Limit.INBOUND_EXCESS);
    }

    /** Whether a message of that size is within the peer's rate. */
    public boolean withinRate(int size, long now) {
        boolean within = messages.tryTake(1, now) && bytes.tryTake(size, now);
        if (within) {
            return true;
        }
        boolean pause = lastExcess == NEVER || now - lastExcess >= TimeUnit.SECONDS.toNanos(1);
        if (pause) {
            excessSince = now;
        }
        lastExcess = now;
        return false;
    }

    /** Whether the peer has been above its rate, without a second's pause, for longer than is tolerated. */
    public boolean isFlooding(long now) {
        return excessSince != NEVER && now - excessSince >= longestExcess;
    }

    /** Whether another error may be sent in this second. */
    public boolean mayBeTold(long now) {
        return errors.tryAccept(now);
    }

    /** Counts a violation; false once there are more than are tolerated. */
    public boolean tolerates(long now) {
        return violations.tryAccept(now);
    }

    /** Whether another {@code hello} on the bound connection is allowed (D-095). */
    public boolean mayRebind(long now) {
        return rebinds.tryAccept(now);
    }
}
