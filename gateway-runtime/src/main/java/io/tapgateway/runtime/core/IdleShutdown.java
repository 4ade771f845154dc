package io.tapgateway.runtime.core;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.session.SessionRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The end of a gateway that nobody needs any more: once there has been no session for the grace period (D-226). Connections
 * stay during that time, and a session that comes stops the clock. Does nothing until it is begun. Confined to the loop.
 */
final class IdleShutdown {
    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final Runnable close;
    private boolean wanted;
    private Timers.@Nullable Timer grace;

    /** @param close ends the gateway; there is no session then */
    IdleShutdown(Kernel kernel, SessionRegistry sessions, Runnable close) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.close = close;
    }

    void begin() {
        wanted = true;
    }

    /** Leaves the end to somebody else. */
    void stop() {
        wanted = false;
        disarm();
    }

    /** Looks at what has become of the sessions; runs after every step of the core. */
    void sweep() {
        if (!wanted) {
            return;
        }
        if (!sessions.isEmpty()) {
            disarm();
        } else if (grace == null) {
            grace = kernel.after(Limit.IDLE_SHUTDOWN, close::run);
        }
    }

    private void disarm() {
        kernel.timers().cancel(grace);
        grace = null;
    }
}
