package io.tapgateway.app.run;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.runtime.PairingPolicy;
import java.util.List;

/**
 * What a gateway is started with. Immutable.
 *
 * @param sessions opened at once; the first is in the foreground
 * @param pairing who may ask for a pairing code
 * @param demo whether the demo provider takes part in the first session
 * @param idleShutdown whether it ends by itself when it has had no session for a while (D-226)
 */
public record RunOptions(
        HomeDirectory home,
        Ports ports,
        List<NewSession> sessions,
        PairingPolicy pairing,
        boolean demo,
        boolean idleShutdown) {
    public RunOptions {
        sessions = List.copyOf(sessions);
        if (demo && sessions.isEmpty()) {
            throw new IllegalArgumentException("a demo needs a session");
        }
    }

    /**
     * Where it listens; 0 for any port.
     *
     * @param providers for providers
     * @param control for the owner's programs
     */
    public record Ports(int providers, int control) {}
}
