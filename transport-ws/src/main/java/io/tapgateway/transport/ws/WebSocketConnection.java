package io.tapgateway.transport.ws;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.CloseReasonText;
import io.tapgateway.protocol.transport.Outbox;
import io.tapgateway.protocol.transport.Sender;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.transport.ws.frame.MonotonicTime;
import io.tapgateway.transport.ws.frame.TextLane;
import jakarta.websocket.CloseReason;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One provider's WebSocket, made on the thread on which it opens: what comes in goes to its {@link Link}, what the
 * gateway sends goes out through its {@link Outbox}. Thread-safe; input comes from the I/O thread only.
 */
final class WebSocketConnection implements Outlet, Sender.Wire {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);
    private static final MessageCodec STANDARD = MessageCodec.standard();
    private static final MessageCodec UNAUTHENTICATED = MessageCodec.unauthenticated();
    private static final int MAX_SENDS_IN_FLIGHT = 64;
    private static final int MAX_ARRIVALS_AT_ONCE = 64;
    private static final AtomicReferenceFieldUpdater<WebSocketConnection, Stage> STAGE =
            AtomicReferenceFieldUpdater.newUpdater(WebSocketConnection.class, Stage.class, "stage");

    private final Session session;
    private final TextLane lane = TextLane.opening();
    private final Executor reports;
    private final Outbox<GatewayMessage> outbox;
    private final Sender<GatewayMessage> sender;
    private final MessageAssembler assembler;
    private final CompletableFuture<Link> link = new CompletableFuture<>();
    private volatile Stage stage = new Open();
    private volatile InboundClass inbound = InboundClass.UNAUTHENTICATED;

    /**
     * @param reports where the end of a link is reported from when it is found out while sending
     */
    WebSocketConnection(Session session, ProviderPort port, PayloadRoom room, Executor reports) {
        this.session = session;
        this.reports = reports;
        this.outbox = Outbox.ofMessages(port.limits());
        this.sender = new Sender<>(
                outbox, MessageCodec::encodeGatewayMessage, this, MAX_SENDS_IN_FLIGHT, MonotonicTime.SYSTEM);
        this.assembler = new MessageAssembler(
                port.limits(), () -> inbound, room, new Input(), MonotonicTime.SYSTEM, new Inbox());
    }

    /** How far the connection has come to its end. */
    private sealed interface Stage {
        /** Why the connection has ended, if its peer says {@code said}. */
        default CloseCode cause(CloseCode said) {
            return said;
        }

        default boolean isReported() {
            return false;
        }

        Stage toClosing(CloseCode code);

        Stage toReported();
    }

    private record Open() implements Stage {
        @Override
        public Closing toClosing(CloseCode code) {
            return new Closing(code);
        }

        @Override
        public Reported toReported() {
            return new Reported();
        }
    }

    /**
     * The gateway's close is on its way. Its code counts: the peer's answer may come before the library reports the
     * close, and with a code that the library changes.
     */
    private record Closing(CloseCode code) implements Stage {
        @Override
        public CloseCode cause(CloseCode said) {
            return code;
        }

        @Override
        public Stage toClosing(CloseCode again) {
            throw new IllegalStateException("toClosing: the connection is Closing");
        }

        @Override
        public Reported toReported() {
            return new Reported();
        }
    }

    /** The link knows that the connection has ended. */
    private record Reported() implements Stage {
        @Override
        public boolean isReported() {
            return true;
        }

        @Override
        public Stage toClosing(CloseCode code) {
            return this;
        }

        @Override
        public Stage toReported() {
            return this;
        }
    }

    /** Opens the link; from then on messages are taken. */
    void open(ProviderPort port, Peer peer) {
        // Handlers first: the gateway may close the session right away. No message comes before this method has
        // returned.
        lane.receiveWith(assembler);
        session.addMessageHandler(PongMessage.class, pong -> link.join().pong());
        link.complete(port.open(peer, this));
    }

    @Override
    public void send(GatewayMessage message) {
        if (!outbox.offer(message, MessageSize.of(message))) {
            sender.closeAtOnce(CloseCode.SLOW_CONSUMER, "The provider reads too slowly");
            report(CloseCode.SLOW_CONSUMER);
        }
    }

    /** A peer that is not read because of others cannot answer. */
    @Override
    public void ping() {
        if (assembler.isWaiting()) {
            var unused = link.thenAccept(Link::pong);
        } else {
            sender.ping();
        }
    }

    @Override
    public void admit(InboundClass admitted) {
        inbound = admitted;
    }

    @Override
    public void close(CloseCode code, String reason) {
        sender.close(code, reason);
    }

    @Override
    public void flush() {
        sender.flush();
    }

    /** Closes the connection from the transport's side, without the rest of its output. */
    void abandon(CloseCode code, String reason) {
        sender.closeAtOnce(code, reason);
        sender.flush();
        report(code);
    }

    /** Closes the connection from the transport's side, after the rest of its output. */
    void leave(CloseCode code, String reason) {
        sender.close(code, reason);
        sender.flush();
        report(code);
    }

    /** Closes the connection if its peer has not taken anything for that long although there was something (D-019). */
    void abandonIfStalled(long nanos) {
        if (sender.stalledNanos() >= nanos) {
            LOG.debug("Closing a connection whose peer has stopped reading");
            abandon(CloseCode.SLOW_CONSUMER, "The provider has stopped reading");
        }
    }

    /** Closes the connection if it has begun a large message, does not go on, and others wait for room. */
    void abandonIfHoldingUp(long now) {
        if (assembler.isHoldingUp(now)) {
            LOG.debug("Closing a connection whose message takes too long to come");
            abandon(CloseCode.OVER_CAPACITY, "The message takes too long, and others wait");
        }
    }

    /** The WebSocket has ended. */
    void ended(CloseReason reason) {
        assembler.stop();
        sender.end();
        report(stage.cause(CloseCode.ofWebSocket(reason.getCloseCode().getCode())));
    }

    @Override
    public void sendText(String text, Runnable sent) {
        lane.send(text, sent);
    }

    @Override
    public void sendPing() {
        try {
            session.getAsyncRemote().sendPing(ByteBuffer.allocate(0));
        } catch (IOException | RuntimeException e) {
            LOG.trace("Pinging a connection that is gone", e);
        }
    }

    @Override
    public void sendClose(CloseCode code, String reason) {
        assembler.stop();
        become(open -> open.toClosing(code));
        try {
            session.close(
                    new CloseReason(CloseReason.CloseCodes.getCloseCode(code.code()), CloseReasonText.fitting(reason)));
        } catch (IOException | RuntimeException e) {
            LOG.trace("Closing a connection that is gone", e);
        }
    }

    /**
     * Reported from another thread: this one may be sending, under a lock of the library that others wait for while
     * they run the gateway.
     */
    @Override
    public void broken(RuntimeException bug) {
        LOG.error("A message could not be encoded; its connection is closed", bug);
        try {
            reports.execute(() -> report(CloseCode.INTERNAL_ERROR));
        } catch (RejectedExecutionException e) {
            LOG.trace("The transport has stopped", e);
        }
    }

    private void report(CloseCode code) {
        if (!become(Stage::toReported).isReported()) {
            assembler.stop();
            var unused = link.thenAccept(open -> open.closed(code));
        }
    }

    /**
     * The one place where the stage changes.
     *
     * @return the stage before
     */
    private Stage become(UnaryOperator<Stage> transition) {
        return STAGE.getAndUpdate(this, transition);
    }

    /** What comes in at the socket. */
    private final class Input implements MessageAssembler.Reading {
        @Override
        public void stop() {
            lane.stopReading();
        }

        @Override
        public void goOn() {
            lane.goOnReading();
        }
    }

    /** What has come at once is handed over at once. */
    private final class Inbox implements MessageAssembler.Receiver {
        private List<Link.Arrival> arrivals = new ArrayList<>();

        @Override
        public void message(String text, InboundClass admitted, int bytes, Optional<PayloadRoom.Place> place) {
            if (admitted == InboundClass.UNAUTHENTICATED) {
                arrived(() -> UNAUTHENTICATED.decodeProviderMessage(text), bytes);
                // What this one proves decides how the next one is read.
                pause();
            } else {
                arrived(() -> STANDARD.decodeProviderMessage(text), bytes);
            }
            place.ifPresent(this::handOver);
        }

        @Override
        public void tooLarge(String head, int limitBytes, int bytes) {
            arrived(() -> STANDARD.tooLarge(head, limitBytes), bytes);
        }

        @Override
        public void refuse(CloseCode code, String reason) {
            pause();
            abandon(code, reason);
        }

        @Override
        public void pause() {
            if (!arrivals.isEmpty()) {
                List<Link.Arrival> together = taken();
                guarded(() -> link.join().received(together));
            }
        }

        /** The room is held until the hosts have what was in it. */
        private void handOver(PayloadRoom.Place place) {
            List<Link.Arrival> together = taken();
            guarded(() -> {
                boolean received = false;
                try {
                    link.join().received(together, place::close);
                    received = true;
                } finally {
                    if (!received) {
                        place.close();
                    }
                }
            });
        }

        private List<Link.Arrival> taken() {
            List<Link.Arrival> together = arrivals;
            arrivals = new ArrayList<>();
            return together;
        }

        private void arrived(Supplier<Decoded<ProviderMessage>> message, int bytes) {
            guarded(() -> arrivals.add(new Link.Arrival(message.get(), bytes)));
            if (arrivals.size() == MAX_ARRIVALS_AT_ONCE) {
                pause();
            }
        }

        /** A bug ends this connection and no other; what came before it still counts. */
        private void guarded(Runnable delivery) {
            try {
                delivery.run();
            } catch (RuntimeException bug) {
                LOG.error("A message could not be handled; its connection is closed", bug);
                pause();
                abandon(CloseCode.INTERNAL_ERROR, "Internal error");
            }
        }
    }
}
