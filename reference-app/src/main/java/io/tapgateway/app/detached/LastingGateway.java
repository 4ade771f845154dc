package io.tapgateway.app.detached;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.mcp.session.GatewayAccess;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAccess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The gateway of a home for a host that outlives gateways: the one that runs, or one that is started, but not for a
 * guest. When somebody has stopped it, the next one is joined as soon as somebody has started that. Thread-safe, but
 * for opening: one thread at a time does that.
 */
public final class LastingGateway implements GatewayAccess, AutoCloseable {
    private final HomeDirectory home;
    private final List<String> startCommand;
    private volatile Optional<HostGateway> joined = Optional.empty();
    private volatile Optional<UserAccess> opened = Optional.empty();
    private volatile boolean closed;

    /** @param options what a gateway is started with */
    public LastingGateway(HomeDirectory home, List<String> options) {
        this.home = home;
        this.startCommand = Launch.startCommand(home, options);
    }

    @Override
    public GatewaySession open(SessionInfo info, SessionHost host) throws IOException {
        HostGateway here = here(joined.isEmpty());
        GatewaySession session = here.openSession(info, host);
        opened = here.user(session);
        return session;
    }

    /** A gateway that is started for it would not have the session. */
    @Override
    public SessionAccess attach(SessionId session, SessionListener guest) throws IOException {
        return here(false).attach(session, guest);
    }

    /** @param starting whether a gateway is started where none runs */
    private HostGateway here(boolean starting) throws IOException {
        if (joined.filter(LastingGateway::isThere).isEmpty()) {
            // A host does not block in what it is told, so the thread that reads the link can tell it.
            ConnectorSettings settings = ConnectorSettings.home(home.path()).executor(Runnable::run);
            joined = Optional.of(
                    GatewayConnector.joinOrStart(starting ? settings.startingWith(startCommand) : settings));
            if (closed) {
                close();
            }
        }
        return joined.orElseThrow();
    }

    /** There is one session at a time. */
    @Override
    public Optional<Attachment> attach(SessionId session, Surface surface) {
        return opened.map(it -> it.attach(surface));
    }

    private static boolean isThere(HostGateway gateway) {
        return !gateway.ended().toCompletableFuture().isDone();
    }

    /** Ends the sessions that were opened here. */
    @Override
    public void close() {
        closed = true;
        joined.ifPresent(HostGateway::close);
    }
}
