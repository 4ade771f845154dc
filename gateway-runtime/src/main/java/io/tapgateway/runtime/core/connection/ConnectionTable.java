package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.PageSite;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.transport.Peer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All open connections, and whether there is room for one more (D-020, D-042). Confined to the loop. */
public final class ConnectionTable {
    /** A connection that has ended, and what its peer is to be told. */
    public record Ending(Connection connection, CloseCode code, String reason) {}

    private final Kernel kernel;
    private final Queue<Ending> endings = new ArrayDeque<>();
    private final Map<ConnectionId, Connection> connections = new LinkedHashMap<>();
    private final Map<String, Set<Connection>> byPrincipal = new HashMap<>();
    private final UnprovedPeers unproved;
    private int authenticated;

    public ConnectionTable(Kernel kernel) {
        this.kernel = kernel;
        this.unproved = new UnprovedPeers(kernel);
    }

    /** Whether there is room for one more peer that has yet to prove itself. */
    public boolean hasRoomFor(Peer peer) {
        return !(peer instanceof Peer.Remote remote)
                || unproved.hasRoomFor(remote.origin().map(PageSite::of));
    }

    /** Who has to give way before a connection is added, because there is no room otherwise (T-56). */
    public Optional<Connection> whoGivesWayTo(Connection connection) {
        return unproved.whoGivesWayTo(connection.site());
    }

    /**
     * Adds a connection; one from a socket counts as unauthenticated.
     *
     * @param isKnown whether a page of its origin has been let in before
     */
    public void add(Connection connection, boolean isKnown) {
        connections.put(connection.id(), connection);
        if (connection.peer() instanceof Peer.Remote) {
            unproved.add(connection, isKnown);
        }
    }

    /** Counts a connection as authenticated from now on; false if there are too many of these. */
    public boolean authenticate(Connection connection) {
        if (authenticated >= kernel.limit(Limit.AUTHENTICATED_CONNECTIONS)) {
            return false;
        }
        unproved.remove(connection);
        authenticated++;
        return true;
    }

    /** Notes the principal of a connection. */
    public void identified(Connection connection, Principal principal) {
        byPrincipal
                .computeIfAbsent(principal.key(), key -> new LinkedHashSet<>())
                .add(connection);
    }

    /**
     * Ends a connection from this side. It is over at once; the rest follows before anything else is handled, and the
     * peer is told last. Harmless if it has ended.
     */
    public void end(Connection connection, CloseCode code, String reason) {
        if (remove(connection)) {
            endings.add(new Ending(connection, code, reason));
        }
    }

    /** What {@link #end} has ended and nobody has dealt with, oldest first; null if there is none. */
    public @Nullable Ending nextEnding() {
        return endings.poll();
    }

    /** Forgets a connection, which is over; false if that has been done. */
    public boolean remove(Connection connection) {
        if (connections.remove(connection.id()) == null) {
            return false;
        }
        connection.transition(GatewayState::toDisconnected);
        connection.principal().ifPresent(principal -> noLongerOf(principal, connection));
        if (connection.peer() instanceof Peer.Remote) {
            if (connection.principal().isPresent()) {
                authenticated--;
            } else {
                unproved.remove(connection);
            }
        }
        return true;
    }

    private void noLongerOf(Principal principal, Connection connection) {
        Set<Connection> theirs = byPrincipal.get(principal.key());
        if (theirs != null && theirs.remove(connection) && theirs.isEmpty()) {
            byPrincipal.remove(principal.key());
        }
    }

    /** The open connection of that id. */
    public @Nullable Connection find(ConnectionId id) {
        return connections.get(id);
    }

    /** All connections, oldest first; a copy. */
    public List<Connection> all() {
        return new ArrayList<>(connections.values());
    }

    /** The connections that have proved who they are, oldest first; a copy. */
    public List<Connection> authenticated() {
        List<Connection> found = all();
        found.removeIf(connection -> connection.principal().isEmpty() || connection.isOver());
        return found;
    }

    /** How many live connections were authenticated with that credential. */
    public int countOf(String principalKey) {
        return (int) byPrincipal.getOrDefault(principalKey, Set.of()).stream()
                .filter(connection -> !connection.isOver())
                .count();
    }
}
