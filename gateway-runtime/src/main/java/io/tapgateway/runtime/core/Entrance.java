package io.tapgateway.runtime.core;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.connection.Hangup;
import io.tapgateway.runtime.core.connection.Keepalive;
import io.tapgateway.runtime.core.identity.AuthFailures;
import io.tapgateway.runtime.core.identity.Authenticator;
import io.tapgateway.runtime.core.identity.Tokens;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.SessionDesks;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import java.util.Optional;

/**
 * Where peers come in: there is room or there is not, they prove who they are in the time allowed, and are told which
 * sessions they may know of (D-017, D-020, D-038 – D-045). Confined to the loop.
 */
final class Entrance {
    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Complaints complaints;
    private final Hangup hangup;
    private final Visibility visibility;
    private final Tokens tokens;
    private final AuthFailures failures;
    private final Authenticator authenticator;
    private final Keepalive keepalive;
    private long localPeers;
    private boolean shut;

    Entrance(
            Kernel kernel,
            ConnectionTable connections,
            Complaints complaints,
            Hangup hangup,
            SessionDesks sessions,
            Visibility visibility) {
        this.kernel = kernel;
        this.connections = connections;
        this.complaints = complaints;
        this.hangup = hangup;
        this.visibility = visibility;
        tokens = new Tokens(kernel.entropy());
        failures = new AuthFailures(kernel);
        authenticator = new Authenticator(kernel, connections, tokens, failures, hangup, sessions);
        keepalive = new Keepalive(kernel, hangup);
    }

    /** The tokens that are valid now. */
    Tokens tokens() {
        return tokens;
    }

    /** Who is asked for signs of life. */
    Keepalive keepalive() {
        return keepalive;
    }

    /** Nobody comes in any more. */
    void shut() {
        shut = true;
    }

    /** Whether a peer would be turned away now. */
    Optional<Refusal> refusal(Peer peer) {
        if (shut) {
            return Optional.of(Refusal.CLOSED);
        }
        if (peer instanceof Peer.Remote remote && failures.isShutTo(remote.origin())) {
            return Optional.of(Refusal.TOO_MANY_FAILURES);
        }
        return connections.hasRoomFor(peer) ? Optional.empty() : Optional.of(Refusal.NO_FREE_SLOT);
    }

    /** A transport has connected. */
    void opened(Input.Opened input) {
        Connection connection = new Connection(input.connection(), input.peer(), kernel);
        boolean room = connections.hasRoomFor(input.peer()) && !shut;
        connections.add(connection);
        if (!room) {
            complaints.dismiss(
                    connection, ErrorCode.RATE_LIMITED, "no free connection; try again", CloseCode.OVER_CAPACITY);
        } else if (input.peer() instanceof Peer.InProcess local) {
            Principal principal = new Principal(
                    "local-" + ++localPeers, TrustLevel.INTERNAL, Optional.of(local.session()), Optional.empty());
            connection.transition(new GatewayState.AwaitHello(TrustLevel.INTERNAL));
            welcome(connection, principal);
        } else {
            keepalive.watch(connection);
            connection.setStateTimer(kernel.after(
                    Limit.AUTH_TIMEOUT,
                    () -> complaints.dismiss(
                            connection,
                            ErrorCode.AUTH_FAILED,
                            "no auth within the time allowed",
                            CloseCode.TIMED_OUT)));
        }
    }

    /** {@code auth}: who is there? */
    void authenticate(Connection connection, Auth auth) {
        authenticator.authenticate(connection, auth).ifPresent(principal -> {
            kernel.timers().cancel(connection.stateTimer());
            connection.setStateTimer(null);
            if (connection.state() instanceof GatewayState.AwaitAuth state) {
                connection.transition(state.toAwaitHello(principal.trust()));
            }
            welcome(connection, principal);
        });
    }

    private void welcome(Connection connection, Principal principal) {
        connection.setPrincipal(principal);
        connection.setInbound(InboundClass.STANDARD);
        kernel.effects().admit(connection.id(), InboundClass.STANDARD);
        kernel.effects()
                .send(connection.id(), new Sessions(Optional.empty(), visibility.visibleTo(connection, principal)));
    }

    /** A connection is gone: nothing is expected of it any more. */
    void forget(Connection connection) {
        kernel.timers().cancel(connection.stateTimer());
        keepalive.forget(connection);
        connections.remove(connection);
    }

    /** Ends every connection of a principal whose token is worthless now (D-041). */
    void showOut(Principal principal) {
        for (Connection connection : connections.authenticated()) {
            if (connection.principal().equals(Optional.of(principal))) {
                hangup.hangUp(connection, CloseCode.AUTH_FAILED, "the token was revoked");
            }
        }
    }
}
