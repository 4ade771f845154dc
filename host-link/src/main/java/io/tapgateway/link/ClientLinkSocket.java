package io.tapgateway.link;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.CloseReasonText;
import io.tapgateway.protocol.transport.Outbox;
import io.tapgateway.protocol.transport.Sender;
import io.tapgateway.protocol.transport.TextAssembly;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to a gateway, over the JDK's WebSocket. Thread-safe. */
final class ClientLinkSocket implements TextSocket, Sender.Wire, WebSocket.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(ClientLinkSocket.class);

    private final TextReceiver receiver;
    private final Outbox<String> outbox = Outbox.ofTexts(MAX_WAITING, MAX_WAITING_CHARACTERS);
    private final Sender<String> sender = Sender.ofTexts(outbox, this);
    private final TextAssembly assembly = new TextAssembly();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** @param receiver made for this socket, which is not open yet */
    ClientLinkSocket(Function<TextSocket, TextReceiver> receiver) {
        this.receiver = receiver.apply(this);
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket.complete(opened);
        sender.flush();
        opened.request(1);
    }

    @Override
    @SuppressWarnings("NullAway") // null says that the text has been dealt with
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        if (!assembly.add(part, receiver.maxLength())) {
            LOG.warn("The gateway sent more than {} characters at once; the connection is ended", receiver.maxLength());
            abort();
            return null;
        }
        if (last) {
            deliver(assembly.take());
        }
        from.request(1);
        return null;
    }

    private void deliver(String text) {
        try {
            receiver.received(text);
        } catch (RuntimeException bug) {
            LOG.error("A message of the gateway could not be handled; the connection is ended", bug);
            abort();
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null has the JDK answer the close
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        LOG.debug("The gateway ended the connection with {} {}", code, reason);
        end(CloseCode.ofWebSocket(code));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        LOG.debug("The connection to the gateway broke", error);
        end(CloseCode.GOING_AWAY);
    }

    @Override
    public void send(String text) {
        if (!outbox.offer(text, text.length())) {
            sender.closeAtOnce(CloseCode.SLOW_CONSUMER, "The other side reads too slowly");
        }
    }

    @Override
    public boolean isWaiting() {
        return outbox.isWaiting();
    }

    @Override
    public void flush() {
        if (socket.isDone()) {
            sender.flush();
        }
    }

    @Override
    public void close(CloseCode code, String reason) {
        sender.close(code, reason);
        flush();
    }

    @Override
    public void abort() {
        var unused = socket.thenAccept(WebSocket::abort);
        end(CloseCode.NORMAL);
    }

    @Override
    public void sendText(String text, Runnable sent) {
        settle(socket.join().sendText(text, true), sent);
    }

    @Override
    public void sendClose(CloseCode code, String reason) {
        settle(socket.join().sendClose(code.code(), CloseReasonText.fitting(reason)), () -> {});
    }

    @Override
    public void broken(RuntimeException bug) {
        LOG.error("A text could not be sent; the connection is ended", bug);
        abort();
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

    private void end(CloseCode why) {
        sender.end();
        if (ended.compareAndSet(false, true)) {
            receiver.closed(why);
        }
    }
}
