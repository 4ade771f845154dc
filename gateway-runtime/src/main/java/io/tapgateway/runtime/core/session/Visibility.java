package io.tapgateway.runtime.core.session;

import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which sessions a provider is told of, and in which detail (D-059 – D-061). Confined to the loop. */
public final class Visibility {
    /** How long after one change of the foreground people's programs hear of the next. */
    static final Duration FOREGROUND_PAUSE = Duration.ofSeconds(1);

    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final ConnectionTable connections;
    private final Set<Connection> untold = new LinkedHashSet<>();
    private @Nullable List<SessionSummary> everything;

    /** Until then a change of the foreground waits for the next second. */
    private long calm = Long.MIN_VALUE;

    private Timers.@Nullable Timer news;

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

    /** The sessions that a connection may know of: first what is in the foreground, then oldest first. */
    public List<SessionSummary> visibleTo(Connection connection, Principal principal) {
        if (principal.trust() == TrustLevel.INTERNAL) {
            return everything();
        }
        Optional<SessionId> home = principal.home();
        List<Session> candidates =
                home.isPresent() ? home.flatMap(sessions::find).stream().toList() : sessions.listed();
        return candidates.stream()
                .filter(session -> mayJoin(principal, session))
                .map(session -> summary(session, connection, principal))
                .toList();
    }

    /** All sessions with all there is to know of them; put together once for all who may know it. */
    private List<SessionSummary> everything() {
        List<SessionSummary> known = everything;
        if (known == null) {
            known = sessions.listed().stream()
                    .map(session -> new SessionSummary(
                            session.id(),
                            session.info().label(),
                            cwd(session),
                            Optional.of(session.info().foreground())))
                    .collect(Collectors.toUnmodifiableList());
            everything = known;
        }
        return known;
    }

    /** A session came or went: whoever may know of it is going to be told (D-061, D-207). */
    public void changed(Session session) {
        everything = null;
        for (Connection connection : connections.authenticated()) {
            if (mayJoin(connection.principal().orElseThrow(), session)) {
                untold.add(connection);
            }
        }
    }

    /**
     * The user looks at another session, which comes first in all lists from now on: who knows of several is told, once
     * a second at most (G-002).
     */
    public void foregroundChanged() {
        everything = null;
        if (kernel.now() >= calm) {
            foregroundNews();
        } else if (news == null) {
            news = kernel.timers().at(calm, this::foregroundNews);
        }
    }

    private void foregroundNews() {
        news = null;
        calm = kernel.now() + FOREGROUND_PAUSE.toNanos();
        for (Connection connection : connections.authenticated()) {
            Principal principal = connection.principal().orElseThrow();
            if (principal.trust() == TrustLevel.INTERNAL || knowsOfSeveral(principal)) {
                untold.add(connection);
            }
        }
    }

    private boolean knowsOfSeveral(Principal principal) {
        return principal.home().isEmpty()
                && sessions.all().stream()
                                .filter(session -> mayJoin(principal, session))
                                .limit(2)
                                .count()
                        == 2;
    }

    /** Tells everybody who is to be told, once, of everything that changed in this step. */
    public void tell() {
        if (untold.isEmpty()) {
            return;
        }
        for (Connection connection : untold) {
            if (!connection.isOver()) {
                Principal principal = connection.principal().orElseThrow();
                kernel.effects().send(connection.id(), new SessionsUpdated(visibleTo(connection, principal)));
            }
        }
        untold.clear();
    }

    /** Credentials of an ended session are not valid for a later session of the same id (D-066). */
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
        return new SessionSummary(
                session.id(), session.info().label(), authorized ? cwd(session) : Optional.empty(), Optional.empty());
    }

    private static Optional<String> cwd(Session session) {
        return session.info().cwd().map(Path::toString);
    }
}
