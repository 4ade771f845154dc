package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.core.kernel.Timers;
import org.jspecify.annotations.Nullable;

/** A change of a session's tools that its host will be told of in a moment (D-116). Confined to the loop. */
public final class ToolsNews {
    private Timers.@Nullable Timer timer;
    private long since;

    /** Whether a change waits to be told. */
    public boolean isPending() {
        return timer != null;
    }

    /** When the oldest change that waits happened. */
    public long since() {
        return since;
    }

    /** A change waits from now on. */
    public void begin(long now) {
        since = now;
    }

    /** The timer for telling. */
    public Timers.@Nullable Timer timer() {
        return timer;
    }

    /** Sets or clears the timer for telling. */
    public void setTimer(Timers.@Nullable Timer next) {
        timer = next;
    }
}
