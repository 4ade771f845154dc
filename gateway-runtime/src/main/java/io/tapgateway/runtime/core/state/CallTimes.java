package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.CallTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a call came how far. Confined to the loop. */
public final class CallTimes {
    private final long asked;
    private boolean passed;
    private boolean sent;
    private long passedAt;
    private long sentAt;

    CallTimes(long asked) {
        this.asked = asked;
    }

    /** When the host asked for it. */
    long asked() {
        return asked;
    }

    /** The rules have let it pass. */
    public void pass(long now) {
        passed = true;
        passedAt = now;
    }

    /** The provider gets it. */
    public void send(long now) {
        sent = true;
        sentAt = now;
    }

    /** Where the time went until now. */
    public CallTrace until(long now, Instant wall, Optional<TraceParent> traceParent) {
        long gatesEnd = passed ? passedAt : now;
        long queueEnd = sent ? sentAt : now;
        return new CallTrace(
                wall.minusNanos(now - asked),
                Duration.ofNanos(gatesEnd - asked),
                Duration.ofNanos(passed ? queueEnd - gatesEnd : 0),
                Duration.ofNanos(sent ? now - sentAt : 0),
                traceParent);
    }
}
