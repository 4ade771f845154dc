package io.tapgateway.runtime.core;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.connection.Keepalive;
import io.tapgateway.runtime.core.identity.AuthFailures;
import io.tapgateway.runtime.core.identity.Authenticator;
import io.tapgateway.runtime.core.identity.Credential;
import io.tapgateway.runtime.core.identity.PairingDesk;
import io.tapgateway.runtime.core.identity.Rejections;
import io.tapgateway.runtime.core.identity.Tokens;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import java.util.Optional;

/**
 * Admits peers: checks that there is room, has them prove who they are in the time allowed, and tells them which
 * sessions they may know of (D-017, D-020, D-038 – D-057). Confined to the loop.
 */
final class Entrance {
    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Complaints complaints;
    private final Visibility visibility;
    private final Closing closing;
    private final Tokens tokens;
    private final AuthFailures failures;
    private final PairingDesk pairing;
    private final Authenticator authenticator;
    private final Keepalive keepalive;
    private long localPeers;

    Entrance(
            Kernel kernel,
            Tokens tokens,
            ConnectionTable connections,
            Complaints complaints,
            SessionRegistry sessions,
            HostFeed feed,
            Visibility visibility,
            Closing closing) {
        this.kernel = kernel;
        this.tokens = tokens;
        this.connections = connections;
        this.complaints = complaints;
        this.visibility = visibility;
        this.closing = closing;
        failures = new AuthFailures(kernel);
        Rejections rejections = new Rejections(kernel, connections, failures, sessions, feed);
        authenticator = new Authenticator(kernel, connections, tokens, rejections, sessions, feed);
        pairing = new PairingDesk(kernel, complaints, sessions, feed, rejections);
        keepalive = new Keepalive(kernel, connections);
    }

    /** Who may be let in by a code. */
    PairingDesk pairing() {
        return pairing;
    }

    /** A peer has shown a sign of life. */
    void ponged(Connection connection) {
        keepalive.pong(connection);
    }

    /**
     * Whether a peer would be turned away now; a page that may not pair has no business here without a token (T-01),
     * and nobody who may have one is refused for the failures of others (T-55).
     */
    Optional<Refusal> refusal(Peer peer, boolean mayPair) {
        if (closing.hasBegun()) {
            return Optional.of(Refusal.CLOSED);
        }
        if (peer instanceof Peer.Remote remote) {
            Optional<String> stranger = remote.origin().filter(it -> !tokens.knows(it));
            if (stranger.isPresent() && !mayPair) {
                return Optional.of(Refusal.ORIGIN_NOT_ADMITTED);
            }
            if (stranger.filter(failures::isShutTo).isPresent()) {
                return Optional.of(Refusal.TOO_MANY_FAILURES);
            }
        }
        return connections.hasRoomFor(peer) ? Optional.empty() : Optional.of(Refusal.NO_FREE_SLOT);
    }

    /** A transport has connected. */
    void opened(PeerInput.Opened input) {
        Connection connection = new Connection(input.connection(), input.peer(), kernel);
        boolean room = connections.hasRoomFor(input.peer()) && !closing.hasBegun();
        if (room) {
            connections.whoGivesWayTo(connection).ifPresent(this::giveWay);
        }
        connections.add(connection, connection.origin().filter(tokens::knows).isPresent());
        if (!room) {
            complaints.dismiss(
                    connection, ErrorCode.RATE_LIMITED, "no free connection; try again", CloseCode.OVER_CAPACITY);
        } else if (input.peer() instanceof Peer.InProcess local) {
            Principal principal = new Principal(
                    "local-" + ++localPeers, local.trust(), Optional.of(local.session()), Optional.empty());
            connection.transition(GatewayState::toAwaitHello);
            welcome(connection, principal, Optional.empty());
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

    private void giveWay(Connection connection) {
        complaints.dismiss(
                connection,
                ErrorCode.RATE_LIMITED,
                "other pages wait for this place; try again",
                CloseCode.OVER_CAPACITY);
    }

    /** {@code auth}: who is there? */
    void authenticate(Connection connection, Auth auth) {
        auth.credential()
                .accept(new Auth.Credential.Visitor<Optional<Credential>>() {
                    @Override
                    public Optional<Credential> onToken(Auth.Credential.Token token) {
                        return authenticator.authenticate(connection, token);
                    }

                    @Override
                    public Optional<Credential> onPair(Auth.Credential.Pair pair) {
                        pairing.request(connection, pair);
                        return Optional.empty();
                    }
                })
                .filter(it -> authenticator.seat(connection, MessageType.AUTH))
                .ifPresent(credential -> admit(connection, credential, Optional.empty()));
    }

    /** The embedder has made up its mind about a peer that wants to pair. */
    void decided(PeerInput.PairingDecided input) {
        Optional<Connection> present = Optional.ofNullable(connections.find(input.connection()));
        pairing.decided(input.connection(), present, input.mode(), input.target());
    }

    /** {@code auth.confirm}: has the user typed the code? */
    void confirm(Connection connection, AuthConfirm confirm) {
        pairing.confirm(connection, confirm)
                .filter(it -> authenticator.seat(connection, MessageType.AUTH_CONFIRM))
                .map(tokens::issuePaired)
                .ifPresent(paired -> admit(connection, paired.credential(), Optional.of(paired.token())));
    }

    private void admit(Connection connection, Credential credential, Optional<Secret> issued) {
        kernel.timers().cancel(connection.stateTimer());
        connection.setStateTimer(null);
        credential.name().ifPresent(connection::shareName);
        Principal principal = credential.principal();
        connection.transition(GatewayState::toAwaitHello);
        welcome(connection, principal, issued);
    }

    private void welcome(Connection connection, Principal principal, Optional<Secret> issued) {
        connection.setPrincipal(principal);
        connections.identified(connection, principal);
        connection.setInbound(InboundClass.STANDARD);
        kernel.effects().admit(connection.id(), InboundClass.STANDARD);
        kernel.effects()
                .send(
                        connection.id(),
                        new Sessions(issued.map(Secret::reveal), visibility.visibleTo(connection, principal)));
    }

    /** A connection is gone: nothing is expected of it any more. */
    void forget(Connection connection) {
        kernel.timers().cancel(connection.stateTimer());
        keepalive.forget(connection);
        pairing.forget(connection);
    }

    /** A session has ended: its tokens become invalid, and pairings with it end. */
    void sessionEnded(SessionId session) {
        tokens.sessionEnded(session);
        pairing.sessionEnded(session);
    }

    /** Ends every connection of a principal whose token is worthless now (D-041). */
    void showOut(Principal principal) {
        for (Connection connection : connections.authenticated()) {
            if (connection.principal().equals(Optional.of(principal))) {
                connections.end(connection, CloseCode.AUTH_FAILED, "the token was revoked");
            }
        }
    }
}
