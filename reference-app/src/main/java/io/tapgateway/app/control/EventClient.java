package io.tapgateway.app.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.model.SessionId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener's response, which never ends by itself. What it cannot read in time waits here up to a limit; past that the
 * response ends, and the listener asks for what it missed when it comes back. Thread-safe; never blocks.
 */
final class EventClient {
    /** How much may wait. */
    static final int MAX_WAITING_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(EventClient.class);

    private final Response response;
    private final NIOOutputStream out;
    private final Optional<SessionId> session;
    private final Executor writers;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private int waitingBytes;

    @GuardedBy("lock")
    private boolean writing;

    @GuardedBy("lock")
    private boolean ended;

    /**
     * @param response suspended already
     * @param session whose events it is about; empty for all
     * @param writers runs what writes
     */
    EventClient(Response response, Optional<SessionId> session, Executor writers) {
        this.response = response;
        this.out = response.getNIOOutputStream();
        this.session = session;
        this.writers = writers;
    }

    boolean listensTo(ServerSentEvent event) {
        return event.concerns(session);
    }

    boolean isEnded() {
        synchronized (lock) {
            return ended;
        }
    }

    void send(byte[] event) {
        boolean full;
        boolean start;
        synchronized (lock) {
            full = !ended && waitingBytes + event.length > MAX_WAITING_BYTES;
            if (!ended && !full) {
                waiting.addLast(event);
                waitingBytes += event.length;
            }
            start = !ended && !full && !writing;
            writing |= start;
        }
        if (full) {
            LOG.info("A listener reads events too slowly and is cut off");
            end();
        } else if (start) {
            writers.execute(this::write);
        }
    }

    /** Ends the response. Harmless to repeat. */
    void end() {
        synchronized (lock) {
            if (ended) {
                return;
            }
            ended = true;
            waiting.clear();
            waitingBytes = 0;
        }
        try {
            response.resume();
        } catch (RuntimeException e) {
            LOG.debug("A listener's response had ended already", e);
        }
    }

    /** Only one thread is in here: the one that has set {@code writing}, or the one that continues for it. */
    private void write() {
        try {
            while (out.canWrite()) {
                Optional<byte[]> event = next();
                if (event.isEmpty()) {
                    return;
                }
                out.write(event.get());
                out.flush();
            }
            out.notifyCanWrite(new Continuation());
        } catch (IOException | IllegalStateException e) {
            LOG.debug("A listener has gone", e);
            end();
        }
    }

    private Optional<byte[]> next() {
        synchronized (lock) {
            byte[] event = waiting.pollFirst();
            writing = event != null;
            waitingBytes -= event == null ? 0 : event.length;
            return Optional.ofNullable(event);
        }
    }

    private final class Continuation implements WriteHandler {
        @Override
        public void onWritePossible() {
            writers.execute(EventClient.this::write);
        }

        @Override
        public void onError(Throwable failure) {
            LOG.debug("A listener has gone", failure);
            end();
        }
    }
}
