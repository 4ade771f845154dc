package io.tapgateway.app.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.feed.AnswerWriters;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.session.HttpReply;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to one request of an agent. What is said before somebody watches whether the peer hangs up is said then:
 * the end of the answer must be the end of that watch as well. An answer that is there by then as a whole leaves on the
 * thread that has the request; nobody waits with any other. Thread-safe; never blocks.
 */
final class McpReply implements HttpReply {
    /** How much of a stream may wait for its reader: what was kept for it, however it is encoded. */
    static final int MAX_WAITING_BYTES = 16 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(McpReply.class);

    private final Response response;
    private final EventClient client;
    private final AnswerWriters writers;
    private final ReentrantLock lock = new ReentrantLock();

    /** What is to be said once somebody watches. */
    @GuardedBy("lock")
    private final Deque<Runnable> early = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean watched;

    @GuardedBy("lock")
    private Stage stage = Stage.BEGUN;

    private volatile Optional<PeerWatch> watch = Optional.empty();

    /** How far it is. */
    private enum Stage {
        /** There is more to come. */
        BEGUN,
        /** A stream has ended, or the answer is one that counts as long as it waits for its reader. */
        ENDED,
        /** It is there as a whole. */
        WHOLE
    }

    McpReply(Response response, AnswerWriters writers) {
        this.response = response;
        this.client = new EventClient(response, MAX_WAITING_BYTES, writers);
        this.writers = writers;
    }

    /**
     * From now on what is said is sent; to be called by the thread that has the request.
     *
     * @param lost run if the peer hangs up before the end
     */
    void watch(Request request, Runnable lost) throws IOException {
        Stage reached = stage();
        if (reached != Stage.WHOLE || !response.getNIOOutputStream().canWrite()) {
            LoopbackHttpServer.suspend(response);
        }
        if (reached == Stage.BEGUN) {
            watch = Optional.of(PeerWatch.over(request, lost));
        }
        for (Optional<Runnable> next = takeEarly(); next.isPresent(); next = takeEarly()) {
            next.get().run();
        }
    }

    private Stage stage() {
        lock.lock();
        try {
            return stage;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Runnable> takeEarly() {
        lock.lock();
        try {
            Optional<Runnable> next = Optional.ofNullable(early.pollFirst());
            watched = next.isEmpty();
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void say(Stage reached, Runnable what) {
        boolean now;
        lock.lock();
        try {
            if (stage != Stage.BEGUN) {
                return;
            }
            stage = reached;
            now = watched;
            if (!now) {
                early.addLast(what);
            }
        } finally {
            lock.unlock();
        }
        if (now) {
            what.run();
        }
    }

    @Override
    public void answer(int status, Map<String, String> headers, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        say(bytes.length > PayloadRoom.SMALL_BYTES ? Stage.ENDED : Stage.WHOLE, () -> {
            response.setStatus(status);
            headers.forEach(response::setHeader);
            if (status != ApiReply.NO_CONTENT) {
                response.setContentLengthLong(bytes.length);
            }
            if (bytes.length > 0) {
                response.setContentType(HttpHead.JSON);
            }
            if (response.isSuspended()) {
                sendLast(bytes);
            } else {
                writeHere(bytes);
            }
        });
    }

    @Override
    public void stream() {
        say(Stage.BEGUN, () -> response.setContentType(HttpHead.EVENTS + "; charset=utf-8"));
    }

    @Override
    public void write(String events) {
        say(Stage.BEGUN, () -> client.send(events.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void end(String events) {
        say(Stage.ENDED, () -> sendLast(events.getBytes(StandardCharsets.UTF_8)));
    }

    private void writeHere(byte[] bytes) {
        try {
            response.getNIOOutputStream().write(bytes);
        } catch (IOException e) {
            LOG.debug("Nobody waits for the answer any more", e);
        }
    }

    private void sendLast(byte[] bytes) {
        watch.ifPresent(PeerWatch::end);
        Iterator<byte[]> pieces = bytes.length == 0
                ? List.<byte[]>of().iterator()
                : List.of(bytes).iterator();
        writers.sendLast(client, pieces, ControlHandler.occupied(bytes.length));
    }
}
