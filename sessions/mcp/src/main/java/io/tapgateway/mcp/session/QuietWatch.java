package io.tapgateway.mcp.session;

import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Notices that an agent has not asked for anything for a while (M-043). Thread-safe. */
final class QuietWatch {
    /** How long an agent that is at work lets its server alone, at most. */
    static final Duration QUIET = Duration.ofSeconds(5);

    private final GatewayClock clock;
    private final BooleanSupplier busy;
    private final Runnable quiet;
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile long heard;

    /**
     * @param busy whether a request is under way
     * @param quiet done each time when the agent has become quiet
     */
    QuietWatch(GatewayClock clock, BooleanSupplier busy, Runnable quiet) {
        this.clock = clock;
        this.busy = busy;
        this.quiet = quiet;
    }

    /** The agent asks for something, or has been answered. */
    void heard() {
        heard = clock.nanos();
        watch();
    }

    private void watch() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            lookLater();
        }
    }

    private void lookLater() {
        var unused = clock.wakeAt(heard + QUIET.toNanos(), this::look);
    }

    private void look() {
        if (busy.getAsBoolean()) {
            heard = clock.nanos();
            lookLater();
            return;
        }
        watching.set(false);
        if (clock.nanos() - heard < QUIET.toNanos()) {
            watch();
        } else {
            quiet.run();
        }
    }
}
