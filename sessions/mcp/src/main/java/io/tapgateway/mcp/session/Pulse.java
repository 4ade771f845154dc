package io.tapgateway.mcp.session;

import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import java.time.Duration;

/**
 * Says now and then that a call is still under way, while nobody else says anything: agents give up on calls of which
 * they hear nothing (M-023). Thread-safe.
 */
final class Pulse {
    /** How long an agent hears nothing at most. */
    static final Duration SILENCE = Duration.ofSeconds(10);

    private final GatewayClock clock;
    private final Runnable beat;
    private volatile long heard;
    private volatile boolean stopped;
    private volatile Wakeup next = () -> {};

    /** @param beat has the agent hear something */
    Pulse(GatewayClock clock, Runnable beat) {
        this.clock = clock;
        this.beat = beat;
        this.heard = clock.nanos();
    }

    void start() {
        next = clock.wakeAt(heard + SILENCE.toNanos(), this::wake);
        if (stopped) {
            next.cancel();
        }
    }

    /** The agent has heard something else. */
    void heard() {
        heard = clock.nanos();
    }

    void stop() {
        stopped = true;
        next.cancel();
    }

    private void wake() {
        if (!stopped) {
            if (clock.nanos() - heard >= SILENCE.toNanos()) {
                heard();
                beat.run();
            }
            start();
        }
    }
}
