package io.tapgateway.transport.ws.http;

import io.tapgateway.transport.ws.http.ConnectionRoom.Dismissal;
import io.tapgateway.transport.ws.http.ConnectionRoom.Stay;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpEvents.ResponseCompleteEvent;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects requests, head and body, before the HTTP library sees them, and hands it one after the other: so no thread
 * ever waits for the rest of one (T-52). Heads are read as strictly as at the provider port (T-30, T-58). What a
 * connection sends before it has its answer ends it, but for line ends. Thread-safe; runs on I/O threads and on those
 * that finish an answer.
 */
final class WholeRequests extends BaseFilter implements AddOn {
    private static final Logger LOG = LoggerFactory.getLogger(WholeRequests.class);
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final byte[] SWITCHING = "HTTP/1.1 101 ".getBytes(StandardCharsets.US_ASCII);

    /** Set on connections that are WebSockets: their frames pass without a lock. */
    private static final Attribute<Boolean> LINKED =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(WholeRequests.class.getName() + ".linked");

    /** Where a connection finds out how many there are. */
    private static final Attribute<ConnectionRoom<?>> ROOM =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(WholeRequests.class.getName() + ".room");

    /** What was read of the request that is being answered. */
    private static final Attribute<RequestHead> HEAD =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(WholeRequests.class.getName() + ".head");

    private final ConnectionRoom<Connection<?>> room;
    private final KnownCallers known;
    private final int maxBodyBytes;
    private final LongSupplier nanos;

    /**
     * @param maxBodyBytes the longest body of those who are known
     * @param nanos monotonic time
     */
    WholeRequests(KnownCallers known, int maxBodyBytes, LongSupplier nanos) {
        int connections = DescriptorShare.atMost(RequestLimits.MAX_CONNECTIONS);
        this.room =
                new ConnectionRoom<>(connections, Math.min(RequestLimits.MAX_ANONYMOUS_CONNECTIONS, connections / 2));
        this.known = known;
        this.maxBodyBytes = maxBodyBytes;
        this.nanos = nanos;
    }

    @Override
    public void setup(NetworkListener listener, FilterChainBuilder chain) {
        chain.add(chain.indexOfType(HttpServerFilter.class) + 1, new AnswerWatch());
        chain.add(1, this);
    }

    /** Whether no more requests should wait for their answers where that connection came in. */
    static boolean isCrowded(Connection<?> connection) {
        return Optional.<ConnectionRoom<?>>ofNullable(ROOM.get(connection))
                .filter(ConnectionRoom::isCrowded)
                .isPresent();
    }

    /**
     * The head of the request that a connection is being answered.
     *
     * @throws IllegalStateException if the server does not collect requests
     */
    static RequestHead head(Connection<?> connection) {
        return Optional.ofNullable(HEAD.get(connection))
                .orElseThrow(() -> new IllegalStateException("head: this server does not collect requests"));
    }

    /** Ends the connections whose time is over. */
    void sweep() {
        dismiss(room.sweep(nanos.getAsLong()));
    }

    @Override
    public NextAction handleAccept(FilterChainContext ctx) {
        ROOM.set(ctx.getConnection(), room);
        dismiss(room.enter(ctx.getConnection(), nanos.getAsLong()));
        return ctx.getInvokeAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext ctx) {
        Connection<?> connection = ctx.getConnection();
        if (LINKED.isSet(connection)) {
            return ctx.getInvokeAction();
        }
        Optional<Stay> stay = room.find(connection);
        if (stay.isEmpty()) {
            return discard(ctx);
        }
        return switch (stay.get().phase()) {
            case SILENT, RESTING -> begin(ctx);
            case COLLECTING -> goOn(ctx, stay.get());
            case SERVED -> overhear(ctx);
            case LINKED -> ctx.getInvokeAction();
            case REFUSED -> discard(ctx);
        };
    }

    /** A WebSocket begins with our answer, not with the request. */
    @Override
    public NextAction handleWrite(FilterChainContext ctx) {
        Connection<?> connection = ctx.getConnection();
        if (!LINKED.isSet(connection) && ctx.getMessage() instanceof Buffer answer && isSwitching(answer)) {
            LINKED.set(connection, true);
            room.link(connection, nanos.getAsLong());
        }
        return ctx.getInvokeAction();
    }

    @Override
    public NextAction handleClose(FilterChainContext ctx) {
        room.leave(ctx.getConnection());
        return ctx.getInvokeAction();
    }

    private NextAction begin(FilterChainContext ctx) {
        Buffer received = ctx.getMessage();
        return hasMoreThanLineEnds(received) ? readHead(ctx, received) : discard(ctx);
    }

    private NextAction goOn(FilterChainContext ctx, Stay stay) {
        Buffer received = ctx.getMessage();
        if (stay.length() == 0) {
            return readHead(ctx, received);
        }
        return received.remaining() >= stay.length()
                ? pass(ctx, received, stay.length(), stay.known())
                : ctx.getStopAction(received);
    }

    private NextAction readHead(FilterChainContext ctx, Buffer received) {
        int end = received.position() + Math.min(received.remaining(), HeadParser.MAX_BYTES + 1);
        HeadParser.Result result =
                HeadParser.parse(received.toStringContent(StandardCharsets.ISO_8859_1, received.position(), end));
        if (result instanceof HeadParser.Result.Complete complete) {
            return judge(ctx, received, complete);
        }
        if (result instanceof HeadParser.Result.Refused refused) {
            return refuse(ctx, refused.status() == 431 ? RequestFault.HEAD_TOO_LARGE : RequestFault.INVALID_REQUEST);
        }
        return collect(ctx, received, false, 0);
    }

    private NextAction judge(FilterChainContext ctx, Buffer received, HeadParser.Result.Complete read) {
        RequestHead head = read.head();
        Connection<?> connection = ctx.getConnection();
        int port = ((InetSocketAddress) connection.getLocalAddress()).getPort();
        boolean isKnown = known.include(head, port);
        BodyLength body = BodyLength.of(head, maxBodyBytes);
        boolean invalid = head.contradictsHost() || isBadUpgrade(head, body);
        // A stale token is what is wrong then, not the length.
        boolean unknown = !isKnown && body.bytes() > RequestLimits.MAX_ANONYMOUS_BODY_BYTES;
        Optional<RequestFault> fault = invalid
                ? Optional.of(RequestFault.INVALID_REQUEST)
                : body.fault().or(() -> unknown ? Optional.of(RequestFault.UNAUTHORIZED) : Optional.empty());
        if (fault.isPresent()) {
            return refuse(ctx, fault.get());
        }
        int length = read.length() + body.bytes();
        HEAD.set(connection, head);
        if (received.remaining() >= length) {
            return pass(ctx, received, length, isKnown);
        }
        boolean waits = head.lists("expect", "100-continue") && received.remaining() == read.length();
        NextAction collecting = collect(ctx, received, isKnown, length);
        if (waits) {
            ctx.write(Buffers.wrap(ctx.getMemoryManager(), CONTINUE, StandardCharsets.US_ASCII));
        }
        return collecting;
    }

    /**
     * The library forgets how long the body of an upgrade is: whoever reads it waits for the end of the connection. It
     * forgets headers without a value as well, and stumbles over a key that is not there.
     */
    private static boolean isBadUpgrade(RequestHead head, BodyLength body) {
        boolean upgrades = head.values("upgrade").stream()
                .anyMatch(it -> it.toLowerCase(Locale.ROOT).contains("websocket"));
        return upgrades
                && (!head.method().equals("GET")
                        || body.bytes() > 0
                        || head.values("origin").contains("")
                        || head.single("sec-websocket-key").isEmpty());
    }

    private NextAction collect(FilterChainContext ctx, Buffer received, boolean isKnown, int length) {
        dismiss(room.collect(ctx.getConnection(), isKnown, length, nanos.getAsLong()));
        return ctx.getStopAction(received);
    }

    /** What comes behind the request waits for its answer. */
    private NextAction pass(FilterChainContext ctx, Buffer received, int length, boolean isKnown) {
        Connection<?> connection = ctx.getConnection();
        if (!isKnown && hasUnread(connection)) {
            // Another answer might have to wait for this peer, on a thread that others need.
            room.leave(connection);
            connection.terminateSilently();
            return discard(ctx);
        }
        if (!room.serve(connection, isKnown, nanos.getAsLong())) {
            return discard(ctx);
        }
        if (received.remaining() == length) {
            return ctx.getInvokeAction();
        }
        Buffer behind = received.split(received.position() + length);
        return hasMoreThanLineEnds(behind) ? ctx.getInvokeAction(behind) : ctx.getInvokeAction();
    }

    /** Somebody watches whether the peer hangs up while it waits for its answer. */
    private static NextAction overhear(FilterChainContext ctx) {
        if (hasMoreThanLineEnds(ctx.getMessage())) {
            LOG.info("A program sends its next request before it has the answer to the last one, and is cut off");
            ctx.getConnection().closeSilently();
        }
        return discard(ctx);
    }

    private NextAction refuse(FilterChainContext ctx, RequestFault fault) {
        Connection<?> connection = ctx.getConnection();
        LOG.debug("Refused a request: {}", fault);
        room.refuse(connection, nanos.getAsLong());
        LastAnswer.give(connection, fault.answer());
        return discard(ctx);
    }

    private static void dismiss(List<Dismissal<Connection<?>>> all) {
        for (Dismissal<Connection<?>> each : all) {
            each.answer()
                    .ifPresentOrElse(
                            fault -> LastAnswer.give(each.who(), fault.answer()),
                            () -> each.who().terminateSilently());
        }
    }

    private static NextAction discard(FilterChainContext ctx) {
        Buffer received = ctx.getMessage();
        received.tryDispose();
        return ctx.getStopAction();
    }

    /** Whether a connection has not read yet what was written to it. */
    static boolean hasUnread(Connection<?> connection) {
        return connection instanceof NIOConnection nio
                && !nio.getAsyncWriteQueue().isEmpty();
    }

    /** Skips the line ends that some clients send behind a request (RFC 9112, 2.2). */
    private static boolean hasMoreThanLineEnds(Buffer sent) {
        while (sent.hasRemaining()) {
            byte next = sent.get(sent.position());
            if (next != '\r' && next != '\n') {
                return true;
            }
            sent.position(sent.position() + 1);
        }
        return false;
    }

    private static boolean isSwitching(Buffer answer) {
        if (answer.remaining() < SWITCHING.length) {
            return false;
        }
        for (int i = 0; i < SWITCHING.length; i++) {
            if (answer.get(answer.position() + i) != SWITCHING[i]) {
                return false;
            }
        }
        return true;
    }

    /** Notices, behind the HTTP library, that an answer is complete. */
    private final class AnswerWatch extends BaseFilter {
        @Override
        public NextAction handleEvent(FilterChainContext ctx, FilterChainEvent event) {
            if (event instanceof ResponseCompleteEvent) {
                dismiss(room.rest(ctx.getConnection(), nanos.getAsLong()));
            }
            return ctx.getInvokeAction();
        }
    }
}
