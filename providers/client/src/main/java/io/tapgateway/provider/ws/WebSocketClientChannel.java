package io.tapgateway.provider.ws;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.transport.Outbox;
import io.tapgateway.protocol.transport.Sender;
import io.tapgateway.protocol.transport.TextAssembly;
import io.tapgateway.provider.connection.ProviderChannel;
import io.tapgateway.provider.connection.ProviderConnection;
import java.net.http.WebSocket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a provider to a gateway, over the JDK's WebSocket, which needs no thread per connection and no
 * server in a provider's process. Thread-safe.
 */
final class WebSocketClientChannel implements ProviderChannel, WebSocket.Listener, Sender.Wire {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketClientChannel.class);
    private static final MessageCodec CODEC = MessageCodec.standard();

    /** Far above what a gateway sends (D-028). */
    private static final int MAX_CHARACTERS = 16 << 20;

    private static final int CLOSE_TIMEOUT_SECONDS = 3;

    /** A gateway of the Core Profile never says that a session has come: it is asked anew. */
    private static final int SESSION_TIMEOUT_SECONDS = 30;

    /** How a connection has ended. */
    enum ConnectionEnd {
        /** The gateway had not taken the provider. */
        UNTAKEN,
        /** The gateway had taken the provider. */
        TAKEN,
        /** The provider knew of no session that it could join. */
        WAITED
    }

    private final Function<ProviderChannel, ProviderConnection> opening;
    private final ScheduledExecutorService timers;
    private final Outbox<ProviderMessage> outbox = Outbox.ofMessages(Limits.standard());
    // The JDK's client takes one message at a time.
    private final Sender<ProviderMessage> sender =
            new Sender<>(outbox, MessageCodec::encodeProviderMessage, this, 1, System::nanoTime);
    private final SerialReports reports = new SerialReports();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final CompletableFuture<ProviderConnection> connection = new CompletableFuture<>();
    private final CompletableFuture<ConnectionEnd> ended = new CompletableFuture<>();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final TextAssembly assembly = new TextAssembly();

    /** As far as it is known; confined to the reports. */
    private ConnectionEnd ending = ConnectionEnd.UNTAKEN;

    /** Confined to the reports. */
    private Optional<Future<?>> patience = Optional.empty();

    /**
     * @param opening given this channel once it is open, says where to report
     * @param timers ends connections that the gateway does not
     */
    WebSocketClientChannel(Function<ProviderChannel, ProviderConnection> opening, ScheduledExecutorService timers) {
        this.opening = opening;
        this.timers = timers;
    }

    /**
     * Completes when the connection has ended and the provider knows it; never if it was not open at all.
     */
    CompletionStage<ConnectionEnd> whenEnded() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void send(ProviderMessage message) {
        if (!outbox.offer(message, MessageSize.of(message))) {
            LOG.warn("The gateway does not read what this provider sends; the connection is ended");
            abort();
            return;
        }
        sender.flush();
    }

    @Override
    public void close() {
        sender.close(CloseCode.NORMAL, "");
        sender.flush();
        var unused = after(CLOSE_TIMEOUT_SECONDS, this::abort);
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket.complete(opened);
        reports.run(() -> connection.complete(opening.apply(this)));
        opened.request(1);
    }

    @Override
    @SuppressWarnings("NullAway") // null says that the text has been dealt with
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        if (!assembly.add(part, MAX_CHARACTERS)) {
            LOG.warn("The gateway sent a message of more than {} characters; the connection is ended", MAX_CHARACTERS);
            abort();
            return null;
        }
        if (last) {
            received(assembly.take());
        }
        from.request(1);
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // null has the JDK answer the close
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        LOG.debug("The gateway ended the connection with {} {}", code, reason);
        end();
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        LOG.debug("The connection to the gateway broke", error);
        end();
    }

    @Override
    public void sendText(String text, Runnable sent) {
        settle(socket.join().sendText(text, true), sent);
    }

    @Override
    public void sendClose(CloseCode code, String reason) {
        settle(socket.join().sendClose(code.code(), reason), () -> {});
    }

    @Override
    public void broken(RuntimeException bug) {
        LOG.error("A message could not be sent; the connection is ended", bug);
        abort();
    }

    /** Ends the connection without a close frame. */
    private void abort() {
        socket.join().abort();
        end();
    }

    private void settle(CompletableFuture<WebSocket> sending, Runnable sent) {
        var unused = sending.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("Sending failed", failure);
                sender.end();
            }
            sent.run();
        });
    }

    private void received(String text) {
        message(text)
                .ifPresent(message -> reports.run(() -> {
                    connection.join().received(message);
                    heard(message.type());
                }));
    }

    /** Once sessions are listed, the provider joins one before long, or the connection has served its purpose. */
    private void heard(MessageType type) {
        if (type == MessageType.HELLO_ACK) {
            ending = ConnectionEnd.TAKEN;
        }
        if (type == MessageType.SESSIONS || patience.isPresent()) {
            stopWaiting();
            if (ending == ConnectionEnd.UNTAKEN) {
                patience = Optional.of(after(SESSION_TIMEOUT_SECONDS, () -> reports.run(this::leave)));
            }
        }
    }

    private void leave() {
        if (ending == ConnectionEnd.UNTAKEN) {
            ending = ConnectionEnd.WAITED;
            close();
        }
    }

    private void stopWaiting() {
        patience.ifPresent(timer -> timer.cancel(false));
        patience = Optional.empty();
    }

    private Future<?> after(int seconds, Runnable action) {
        try {
            return timers.schedule(action, seconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The provider has left already", e);
            return CompletableFuture.completedFuture(null);
        }
    }

    private static Optional<GatewayMessage> message(String text) {
        Decoded<GatewayMessage> decoded = CODEC.decodeGatewayMessage(text);
        if (decoded instanceof Decoded.Valid<GatewayMessage> valid) {
            return Optional.of(valid.message());
        }
        LOG.debug("Ignored a message of {} characters that this version does not know", text.length());
        return Optional.empty();
    }

    private void end() {
        sender.end();
        if (isOver.compareAndSet(false, true)) {
            reports.run(() -> {
                stopWaiting();
                connection.join().closed();
                ended.complete(ending);
            });
        }
    }
}
