package io.tapgateway.app.run;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.runtime.PairingPolicy;
import java.util.List;

/**
 * What a gateway is started with. Immutable.
 *
 * @param port for providers; 0 for any
 * @param controlPort for the owner's programs; 0 for any
 * @param sessions opened at once; the first is in the foreground
 * @param pairing who may ask for a pairing code
 * @param demo whether the demo provider takes part in the first session
 */
public record RunOptions(
        HomeDirectory home, int port, int controlPort, List<NewSession> sessions, PairingPolicy pairing, boolean demo) {
    public RunOptions {
        sessions = List.copyOf(sessions);
    }
}
