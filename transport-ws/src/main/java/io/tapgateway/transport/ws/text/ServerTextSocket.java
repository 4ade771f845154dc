package io.tapgateway.transport.ws.text;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.CloseReasonText;
import io.tapgateway.protocol.transport.Outbox;
import io.tapgateway.protocol.transport.Sender;
import io.tapgateway.protocol.transport.TextAssembly;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import jakarta.websocket.CloseReason;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection, as whoever takes its texts sees it. Thread-safe; input comes from the I/O thread only. */
final class ServerTextSocket implements TextSocket, Sender.Wire, MessageHandler.Partial<String> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTextSocket.class);

    private final Session session;
    private final Outbox<String> outbox = Outbox.ofTexts(MAX_WAITING, MAX_WAITING_CHARACTERS);
    private final Sender<String> sender = Sender.ofTexts(outbox, this);
    private final String query;
    private final TextReceiver receiver;
    private final TextAssembly assembly = new TextAssembly();
    private volatile boolean ended;

    ServerTextSocket(Session session, TextPort port) {
        this.session = session;
        this.query = Optional.ofNullable(session.getQueryString()).orElse("");
        this.receiver = port.acceptor().apply(this);
    }

    @Override
    public void onMessage(String part, boolean last) {
        if (ended) {
            return;
        }
        if (!assembly.add(part, receiver.maxLength())) {
            close(CloseCode.MESSAGE_TOO_BIG, "Too large");
            ended = true;
        } else if (last) {
            deliver(assembly.take());
        }
    }

    private void deliver(String text) {
        try {
            receiver.received(text);
        } catch (RuntimeException bug) {
            LOG.error("A text could not be handled; its connection is closed", bug);
            close(CloseCode.INTERNAL_ERROR, "Internal error");
        }
    }

    /** The WebSocket has ended. */
    void ended(CloseCode why) {
        ended = true;
        sender.end();
        receiver.closed(why);
    }

    @Override
    public void send(String text) {
        if (!outbox.offer(text, text.length())) {
            sender.closeAtOnce(CloseCode.SLOW_CONSUMER, "The other side reads too slowly");
        }
    }

    @Override
    public String query() {
        return query;
    }

    @Override
    public boolean isWaiting() {
        return outbox.isWaiting();
    }

    @Override
    public void flush() {
        sender.flush();
    }

    @Override
    public void close(CloseCode code, String reason) {
        sender.close(code, reason);
        sender.flush();
    }

    @Override
    public void abort() {
        sender.end();
        sendClose(CloseCode.TAKEN_OVER, "");
    }

    @Override
    public void sendText(String text, Runnable sent) {
        try {
            session.getAsyncRemote().sendText(text, result -> sent.run());
        } catch (RuntimeException e) {
            // The session ended in between, which is reported on its own.
            LOG.trace("Sending to a peer that is gone", e);
            sender.end();
            sent.run();
        }
    }

    @Override
    public void broken(RuntimeException bug) {
        LOG.error("A text could not be sent; its connection is closed", bug);
    }

    @Override
    public void sendClose(CloseCode code, String reason) {
        try {
            session.close(
                    new CloseReason(CloseReason.CloseCodes.getCloseCode(code.code()), CloseReasonText.fitting(reason)));
        } catch (IOException | RuntimeException e) {
            LOG.trace("Closing a connection that is gone", e);
        }
    }
}
