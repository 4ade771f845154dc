package io.tapgateway.runtime.core;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.session.SessionRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The end of the gateway: it begins when the embedder wants it, or once there has been no session for the grace period
 * (D-226), and is complete when the last session is gone. Connections stay until then. A new session ends the grace
 * period. Confined to the loop.
 */
final class Closing {
    private final Kernel kernel;
    private final SessionRegistry sessions;
    private boolean withLastSession;
    private boolean begun;
    private boolean over;
    private Timers.@Nullable Timer grace;

    Closing(Kernel kernel, SessionRegistry sessions) {
        this.kernel = kernel;
        this.sessions = sessions;
    }

    /** From now on the gateway ends when it has had no session for a while. */
    void beginWithLastSession() {
        withLastSession = true;
    }

    /** The gateway ends as soon as its sessions have; nobody comes in any more. */
    void begin() {
        begun = true;
        withLastSession = false;
        disarm();
    }

    boolean hasBegun() {
        return begun;
    }

    boolean isOver() {
        return over;
    }

    /**
     * Looks at what has become of the sessions, after every step of the core; true once, when it is time to end
     * everything else.
     */
    boolean sweep() {
        if (withLastSession && sessions.isEmpty()) {
            arm();
        } else {
            disarm();
        }
        boolean complete = begun && !over && sessions.isEmpty();
        over |= complete;
        return complete;
    }

    private void arm() {
        if (grace == null) {
            grace = kernel.after(Limit.IDLE_SHUTDOWN, this::begin);
        }
    }

    private void disarm() {
        kernel.timers().cancel(grace);
        grace = null;
    }
}
