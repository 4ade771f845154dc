package io.tapgateway.runtime.core.session;

import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Which sessions a provider knows of, and what of them (D-059 – D-061). Confined to the loop. */
public final class Visibility {
    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final ConnectionTable connections;

    public Visibility(Kernel kernel, SessionRegistry sessions, ConnectionTable connections) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.connections = connections;
    }

    /** Whether a principal may know of and join a session. */
    public static boolean mayJoin(Principal principal, Session session) {
        return switch (principal.trust()) {
            case INTERNAL -> true;
            case DISCOVERY -> session.info().discoverable();
            case PROJECT, EXTERNAL -> principal.home().equals(Optional.of(session.id()));
        };
    }

    /** The sessions that a connection may know of, oldest first. */
    public List<SessionSummary> visibleTo(Connection connection, Principal principal) {
        return sessions.all().stream()
                .filter(session -> mayJoin(principal, session))
                .map(session -> summary(session, connection, principal))
                .toList();
    }

    /** Tells every connection that could see this session that the list has changed (D-061, D-207). */
    public void announceChange(Session session) {
        for (Connection connection : connections.authenticated()) {
            Principal principal = connection.principal().orElseThrow();
            if (mayJoin(principal, session)) {
                kernel.effects().send(connection.id(), new SessionsUpdated(visibleTo(connection, principal)));
            }
        }
    }

    /** What admitted to an ended session does not admit to a later one of the same id (D-066). */
    public void forget(SessionId ended) {
        for (Connection connection : connections.authenticated()) {
            connection
                    .principal()
                    .filter(it -> it.trust() != TrustLevel.INTERNAL && it.home().equals(Optional.of(ended)))
                    .ifPresent(it -> connection.setPrincipal(it.homeless()));
        }
    }

    private SessionSummary summary(Session session, Connection connection, Principal principal) {
        boolean bound = connection
                .registration()
                .map(Registration::presencesBySession)
                .filter(presences -> presences.containsKey(session.id()))
                .isPresent();
        boolean authorized = principal.trust() != TrustLevel.DISCOVERY || bound;
        boolean internal = principal.trust() == TrustLevel.INTERNAL;
        return new SessionSummary(
                session.id(),
                DisplayText.line(session.info().label(), kernel.limit(Limit.LABEL)),
                authorized ? session.info().cwd().map(Path::toString) : Optional.empty(),
                internal ? Optional.of(session.info().foreground()) : Optional.empty());
    }
}
