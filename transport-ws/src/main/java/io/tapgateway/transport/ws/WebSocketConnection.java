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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One provider's WebSocket, made on the thread on which it opens: what comes in goes to its {@link Link}, what the gateway sends goes out through its {@link Outbox}.
 * Thread-safe; input comes from the I/O thread only.
 */
final class WebSocketConnection implements Outlet, Sender.Wire {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);
    private static final MessageCodec STANDARD = MessageCodec.standard();
    private static final MessageCodec UNAUTHENTICATED = MessageCodec.unauthenticated();
    private static final int MAX_SENDS_IN_FLIGHT = 64;
    private static final int MAX_ARRIVALS_AT_ONCE = 64;

    private final Session session;
    private final TextLane lane = TextLane.opening();
    private final Executor reports;
    private final Outbox<GatewayMessage> outbox;
    private final Sender<GatewayMessage> sender;
    private final MessageAssembler assembler;
    private final CompletableFuture<Link> link = new CompletableFuture<>();
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile Optional<CloseCode> closing = Optional.empty();
    private volatile InboundClass inbound = InboundClass.UNAUTHENTICATED;

    /**
     * @param reports where the end of a link is reported from when it is found out while sending
     */
    WebSocketConnection(Session session, ProviderPort port, BufferBudget budget, Executor reports) {
        this.session = session;
        this.reports = reports;
        this.outbox = new Outbox<>(port.limits());
        this.sender = new Sender<>(
                outbox, MessageCodec::encodeGatewayMessage, this, MAX_SENDS_IN_FLIGHT, MonotonicTime.SYSTEM);
        this.assembler = new MessageAssembler(port.limits(), () -> inbound, budget, new Inbox());
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

    @Override
    public void ping() {
        sender.ping();
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

    /** The WebSocket has ended. */
    void ended(CloseReason reason) {
        assembler.stop();
        sender.end();
        // The peer's answer to our close may be quicker than ours to ourselves, and the library does not like all of
        // its codes.
        report(closing.orElseGet(
                () -> CloseCode.ofWebSocket(reason.getCloseCode().getCode())));
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
        closing = Optional.of(code);
        try {
            session.close(
                    new CloseReason(CloseReason.CloseCodes.getCloseCode(code.code()), CloseReasonText.fitting(reason)));
        } catch (IOException | RuntimeException e) {
            LOG.trace("Closing a connection that is gone", e);
        }
    }

    /**
     * Reported from another thread: this one may be sending, under a lock of the library that others wait for while they run the
     * gateway.
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
        if (reported.compareAndSet(false, true)) {
            assembler.stop();
            var unused = link.thenAccept(open -> open.closed(code));
        }
    }

    /** What has come at once is handed over at once. */
    private final class Inbox implements MessageAssembler.Receiver {
        private List<Link.Arrival> arrivals = new ArrayList<>();

        @Override
        public void message(String text, InboundClass admitted, int bytes) {
            if (admitted == InboundClass.UNAUTHENTICATED) {
                arrived(() -> UNAUTHENTICATED.decodeProviderMessage(text), bytes);
                // What this one proves decides how the next one is read.
                pause();
            } else {
                arrived(() -> STANDARD.decodeProviderMessage(text), bytes);
            }
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
                List<Link.Arrival> together = arrivals;
                arrivals = new ArrayList<>();
                guarded(() -> link.join().received(together));
            }
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
