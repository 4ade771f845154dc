package io.tapgateway.examples.embedding;

import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.link.LinkFailure;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.util.List;

/** An agent's program whose session is in the gateway that all programs of the user share. Thread-safe. */
public final class SharedAgent implements AutoCloseable {
    private final HostGateway gateway;
    private final GatewaySession session;

    /**
     * Joins the gateway with that home, or starts it.
     *
     * @throws LinkFailure if there is none and none could be started
     */
    public SharedAgent(Path home, SessionHost host) throws LinkFailure {
        gateway = GatewayConnector.joinOrStart(
                ConnectorSettings.home(home).startingWith(List.of("tapgateway", "start", "--home", home.toString())));
        session = gateway.openSession(
                SessionInfo.of("review", "PR #42 review", Path.of("").toAbsolutePath()), host);
    }

    /** The session; it stays valid when the gateway dies and another one takes its place. */
    public GatewaySession session() {
        return session;
    }

    /** Leaves; the gateway goes on for others. */
    @Override
    public void close() {
        gateway.close();
    }
}
