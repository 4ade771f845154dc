package io.tapgateway.transport.ws.handshake;

import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import io.tapgateway.transport.ws.frame.TextLane;
import io.tapgateway.transport.ws.http.HeadParser;
import io.tapgateway.transport.ws.http.LastAnswer;
import io.tapgateway.transport.ws.http.RequestHead;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.tyrus.container.grizzly.server.GrizzlyServerFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a connection through to the WebSocket library once its request is accepted, and answers and ends it otherwise:
 * whoever gets another answer than 101 never reaches the library. Thread-safe; runs on I/O threads.
 */
public final class HandshakeFilter extends BaseFilter {
    private static final Logger LOG = LoggerFactory.getLogger(HandshakeFilter.class);
    private static final Attribute<Pending> PENDING =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(HandshakeFilter.class.getName() + ".pending");

    /** Where the library keeps the WebSocket of a connection. */
    private static final String WEBSOCKET = GrizzlyServerFilter.class.getName() + ".Connection";

    private final HandshakePolicy policy;
    private final ProviderPort port;
    private final PendingHandshakes pending;
    private final OpenSockets sockets;
    private final LongSupplier nanos;
    private final OriginLog originLog;

    public HandshakeFilter(
            HandshakePolicy policy,
            ProviderPort port,
            PendingHandshakes pending,
            OpenSockets sockets,
            LongSupplier nanos) {
        this.policy = policy;
        this.port = port;
        this.pending = pending;
        this.sockets = sockets;
        this.nanos = nanos;
        this.originLog = new OriginLog(nanos);
    }

    private enum Phase {
        /** The request is not complete. */
        ASKING,
        /** The answer was no; it only remains for the peer to hang up. */
        REFUSED,
        /** The library has the request. */
        ACCEPTED,
        /** The library has made a WebSocket of it. */
        OPEN
    }

    /** A connection on its way to become a WebSocket. Its phase is confined to the I/O thread. */
    private static final class Pending implements Runnable {
        private final Connection<?> connection;
        private Phase phase = Phase.ASKING;

        Pending(Connection<?> connection) {
            this.connection = connection;
        }

        @Override
        public void run() {
            connection.terminateSilently();
        }
    }

    @Override
    public NextAction handleAccept(FilterChainContext ctx) {
        Connection<?> connection = ctx.getConnection();
        if (!isLoopback(connection.getPeerAddress())) {
            LOG.warn("Cut a connection from {}: only this machine may connect", connection.getPeerAddress());
            connection.terminateSilently();
            return ctx.getStopAction();
        }
        Pending newcomer = new Pending(connection);
        PENDING.set(connection, newcomer);
        sockets.add(connection);
        pending.add(newcomer, nanos.getAsLong());
        return ctx.getInvokeAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext ctx) {
        Pending mine = PENDING.get(ctx.getConnection());
        if (mine == null) {
            return ctx.getStopAction();
        }
        return switch (mine.phase) {
            case ASKING -> read(ctx, mine);
            case REFUSED -> discard(ctx);
            case ACCEPTED -> confirm(ctx, mine);
            case OPEN -> ctx.getInvokeAction();
        };
    }

    private NextAction read(FilterChainContext ctx, Pending mine) {
        Buffer received = ctx.getMessage();
        HeadParser.Result result = HeadParser.parse(received.toStringContent(StandardCharsets.ISO_8859_1));
        if (result instanceof HeadParser.Result.Complete complete) {
            return judged(ctx, mine, complete.head(), received.remaining() - complete.length());
        }
        if (result instanceof HeadParser.Result.Refused refused) {
            return refuse(ctx, mine, new Verdict.Refused(refused.status(), "it is malformed or too large"));
        }
        return ctx.getStopAction(received);
    }

    private static NextAction discard(FilterChainContext ctx) {
        Buffer received = ctx.getMessage();
        received.tryDispose();
        return ctx.getStopAction();
    }

    /** A connection makes one request: where the library said no after all, the next bytes must not be another. */
    private static NextAction confirm(FilterChainContext ctx, Pending mine) {
        Object webSocket = mine.connection.getAttributes().getAttribute(WEBSOCKET);
        if (webSocket == null) {
            mine.connection.terminateSilently();
            return discard(ctx);
        }
        TextLane.setSocket(webSocket, (NIOConnection) mine.connection);
        mine.phase = Phase.OPEN;
        return ctx.getInvokeAction();
    }

    @Override
    public NextAction handleClose(FilterChainContext ctx) {
        Pending mine = PENDING.remove(ctx.getConnection());
        if (mine != null) {
            pending.remove(mine);
        }
        sockets.remove(ctx.getConnection());
        return ctx.getInvokeAction();
    }

    private NextAction judged(FilterChainContext ctx, Pending mine, RequestHead head, int bytesBehind) {
        Verdict verdict = bytesBehind > 0
                ? new Verdict.Refused(400, "something follows before the answer")
                : judge(head, portOf(ctx.getConnection()));
        tellOrigin(head, verdict);
        if (verdict instanceof Verdict.Refused refused) {
            return refuse(ctx, mine, refused);
        }
        mine.phase = Phase.ACCEPTED;
        pending.remove(mine);
        return ctx.getInvokeAction();
    }

    /** The gateway is asked only about those who keep the rules of the port. */
    private Verdict judge(RequestHead head, int localPort) {
        Verdict verdict = policy.judge(head, localPort);
        if (verdict instanceof Verdict.Refused) {
            return verdict;
        }
        Optional<Refusal> refusal = port.refusal(new Peer.Remote(head.single("origin")));
        return refusal.<Verdict>map(it -> new Verdict.Refused(it.httpStatus(), "the gateway says " + it))
                .orElse(verdict);
    }

    private void tellOrigin(RequestHead head, Verdict verdict) {
        if (head.has("origin")) {
            String decision = verdict instanceof Verdict.Refused refused ? "refused, " + refused.reason() : "let in";
            originLog.note(String.join(", ", head.values("origin")), decision);
        }
    }

    private static NextAction refuse(FilterChainContext ctx, Pending mine, Verdict.Refused refused) {
        LOG.debug("Refused a request with {}: {}", refused.status(), refused.reason());
        mine.phase = Phase.REFUSED;
        LastAnswer.give(mine.connection, Refusals.answer(refused.status()));
        return discard(ctx);
    }

    private static boolean isLoopback(Object address) {
        return address instanceof InetSocketAddress socket
                && socket.getAddress().isLoopbackAddress();
    }

    private static int portOf(Connection<?> connection) {
        return ((InetSocketAddress) connection.getLocalAddress()).getPort();
    }
}
