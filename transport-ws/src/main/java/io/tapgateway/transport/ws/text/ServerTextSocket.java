package io.tapgateway.transport.ws.text;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.CloseReasonText;
import io.tapgateway.protocol.transport.Outbox;
import io.tapgateway.protocol.transport.Sender;
import io.tapgateway.protocol.transport.TextAssembly;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.transport.ws.frame.MonotonicTime;
import io.tapgateway.transport.ws.frame.TextLane;
import jakarta.websocket.CloseReason;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection, as whoever takes its texts sees it. Thread-safe; input comes from the I/O thread only. */
final class ServerTextSocket implements TextSocket, Sender.Wire, MessageHandler.Partial<String> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTextSocket.class);

    /** As much may wait for a peer, in characters, however much waits for others. */
    private static final int FAIR_SHARE = 1 << 20;

    private final Session session;
    private final Outbox<String> outbox;
    private final Sender<String> sender;
    private final TextPort port;

    /** How many characters wait for this peer. */
    private final AtomicLong waiting = new AtomicLong();

    private volatile long heardAt = MonotonicTime.SYSTEM.getAsLong();
    private volatile long askedAt = heardAt;
    private final String query;
    private final TextReceiver receiver;
    private final TextAssembly assembly = new TextAssembly();
    private final TextLane lane;
    private final Optional<ReadingPace> pace;
    private long readAgainAt;

    /** Whether nothing is read, so that nobody can say whether the peer is there. */
    private volatile boolean paused;

    private volatile boolean ended;

    ServerTextSocket(Session session, TextPort port, TextLane lane) {
        this.session = session;
        this.port = port;
        this.lane = lane;
        this.pace = port.settings().pace().map(it -> new ReadingPace(it, heardAt));
        this.outbox =
                Outbox.ofTexts(port.settings().mostWaiting(), port.settings().mostCharacters());
        this.sender = Sender.ofTexts(outbox, this);
        this.query = Optional.ofNullable(session.getQueryString()).orElse("");
        this.receiver = port.acceptor().apply(this);
    }

    @Override
    public void onMessage(String part, boolean last) {
        heardAt = MonotonicTime.SYSTEM.getAsLong();
        if (ended) {
            return;
        }
        if (!assembly.add(part, receiver.maxLength())) {
            close(CloseCode.MESSAGE_TOO_BIG, "Too large");
            ended = true;
        } else if (last) {
            deliver(assembly.take());
            pace.ifPresent(it -> keep(it, heardAt));
        }
    }

    /** Who says too much is read later; what is here already is taken all the same (W-011). */
    private void keep(ReadingPace wanted, long now) {
        long pause = wanted.pauseAfter(now);
        if (pause > 0) {
            readAgainAt = now + pause;
            if (!paused) {
                paused = true;
                lane.stopReading();
                port.after(pause, this::readAgain);
            }
        }
    }

    private void readAgain() {
        lane.goOnReading(this::isTimeToRead);
    }

    /** On the I/O thread: more may have been here already when reading stopped, which makes the pause longer. */
    private boolean isTimeToRead() {
        long now = MonotonicTime.SYSTEM.getAsLong();
        long left = readAgainAt - now;
        if (left > 0) {
            port.after(left, this::readAgain);
            return false;
        }
        heardAt = now;
        paused = false;
        return true;
    }

    private void deliver(String text) {
        try {
            receiver.received(text);
        } catch (RuntimeException bug) {
            LOG.error("A text could not be handled; its connection is closed", bug);
            close(CloseCode.INTERNAL_ERROR, "Internal error");
        }
    }

    /** It is there. */
    void ponged() {
        heardAt = MonotonicTime.SYSTEM.getAsLong();
    }

    /** Sees to a peer that has said nothing for long: it may be gone without a word. */
    void look(long nanos, TextPortSettings.Quiet quiet) {
        long silent = paused ? 0 : nanos - heardAt;
        if (silent >= quiet.end().toNanos()) {
            sendClose(CloseCode.GOING_AWAY, "Nothing was heard");
        } else if (silent >= quiet.ping().toNanos() && askedAt - heardAt <= 0) {
            askedAt = nanos;
            sender.ping();
            sender.flush();
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
        long here = waiting.addAndGet(text.length());
        if (!outbox.offer(text, text.length()) || (here > FAIR_SHARE && !port.hasRoomForWaiting())) {
            sender.closeAtOnce(CloseCode.SLOW_CONSUMER, "The other side reads too slowly");
        }
    }

    /** How many characters wait for this peer. */
    long waiting() {
        return waiting.get();
    }

    @Override
    public void sendPing() {
        try {
            session.getAsyncRemote().sendPing(ByteBuffer.allocate(0));
        } catch (IOException | RuntimeException e) {
            LOG.trace("Asking a peer that is gone", e);
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
            session.getAsyncRemote().sendText(text, result -> {
                waiting.addAndGet(-text.length());
                sent.run();
            });
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
