package io.tapgateway.transport.ws.frame;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.glassfish.tyrus.spi.Writer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts frames that are ready at the same time into one write: those of an {@link InputBatch}, and those that come while
 * a write is under way. Keeps the order. Thread-safe; never blocks.
 *
 * <p>{@link #close} lets everything out first, and then waits a while for the peer to end the connection: a socket that
 * is closed with input unread is reset, and the peer would never see the close frame.
 */
final class JoiningWriter extends Writer {
    private static final Logger LOG = LoggerFactory.getLogger(JoiningWriter.class);
    private static final int JOINED_BYTES = 64 << 10;
    private static final int PATIENCE_SECONDS = 3;

    private final Writer socket;
    private final ScheduledExecutorService timers;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Piece> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean writing;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private boolean peerDone;

    private volatile boolean ending;

    JoiningWriter(Writer socket, ScheduledExecutorService timers) {
        this.socket = socket;
        this.timers = timers;
    }

    private record Piece(ByteBuffer bytes, CompletionHandler<ByteBuffer> handler) {}

    /** Writes a frame of Tyrus's. */
    @Override
    public void write(ByteBuffer buffer, CompletionHandler<ByteBuffer> handler) {
        boolean later = InputBatch.takes(this);
        boolean mine;
        lock.lock();
        try {
            closed |= (buffer.get(buffer.position()) & 0xF) == FrameHeader.CLOSE;
            waiting.addLast(new Piece(buffer, handler));
            mine = !later && begin();
        } finally {
            lock.unlock();
        }
        if (mine) {
            pump();
        }
    }

    /** Writes a data frame of the endpoint's own; after a close frame there is none (RFC 6455, section 5.5.1). */
    void writeData(ByteBuffer buffer, CompletionHandler<ByteBuffer> handler) {
        boolean later = InputBatch.takes(this);
        boolean mine;
        boolean late;
        lock.lock();
        try {
            late = closed;
            if (!late) {
                waiting.addLast(new Piece(buffer, handler));
            }
            mine = !later && begin();
        } finally {
            lock.unlock();
        }
        if (late) {
            handler.cancelled();
        }
        if (mine) {
            pump();
        }
    }

    /** Lets out what waits, unless a write is under way, which goes on with it. */
    void flush() {
        boolean mine;
        lock.lock();
        try {
            mine = begin();
        } finally {
            lock.unlock();
        }
        if (mine) {
            pump();
        }
    }

    /** Whether our side has said its last word, so that input means nothing any more. */
    boolean isEnding() {
        return ending;
    }

    /** The peer's close frame has come, or its socket is gone. */
    void peerIsDone() {
        boolean finished;
        lock.lock();
        try {
            peerDone = true;
            finished = isFinished();
        } finally {
            lock.unlock();
        }
        if (finished) {
            cut();
        }
    }

    @Override
    public void close() {
        boolean finished;
        lock.lock();
        try {
            ending = true;
            finished = isFinished();
        } finally {
            lock.unlock();
        }
        if (finished) {
            cut();
        } else {
            cutLater();
        }
    }

    @GuardedBy("lock")
    private boolean begin() {
        if (writing || waiting.isEmpty()) {
            return false;
        }
        writing = true;
        return true;
    }

    @GuardedBy("lock")
    private boolean isFinished() {
        return ending && peerDone && !writing && waiting.isEmpty();
    }

    private void cutLater() {
        try {
            var unused = timers.schedule(this::cut, PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The transport stops", e);
            cut();
        }
    }

    private void cut() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.trace("Closing a socket", e);
        }
    }

    /**
     * Writes until nothing waits. Only for the thread that turned {@link #writing} on, or took it over in a completion.
     */
    private void pump() {
        while (true) {
            List<Piece> batch = take();
            if (batch.isEmpty()) {
                return;
            }
            Completion completion = new Completion(batch);
            socket.write(join(batch), completion);
            if (!completion.isSecond()) {
                return;
            }
        }
    }

    private List<Piece> take() {
        List<Piece> batch = new ArrayList<>();
        boolean finished;
        lock.lock();
        try {
            int bytes = 0;
            while (!waiting.isEmpty() && (batch.isEmpty() || bytes + size(waiting.getFirst()) <= JOINED_BYTES)) {
                Piece next = waiting.removeFirst();
                bytes += size(next);
                batch.add(next);
            }
            writing = !batch.isEmpty();
            finished = isFinished();
        } finally {
            lock.unlock();
        }
        if (finished) {
            cut();
        }
        return batch;
    }

    private static int size(Piece piece) {
        return piece.bytes().remaining();
    }

    private static ByteBuffer join(List<Piece> batch) {
        if (batch.size() == 1) {
            return batch.get(0).bytes();
        }
        ByteBuffer joined =
                ByteBuffer.allocate(batch.stream().mapToInt(JoiningWriter::size).sum());
        batch.forEach(piece -> joined.put(piece.bytes().duplicate()));
        return joined.flip();
    }

    /**
     * Passes the news on to everyone in the batch. It may come on the stack of {@code write} or later on another
     * thread; whichever of the two is second goes on pumping, so that the stack never grows.
     */
    private final class Completion extends CompletionHandler<ByteBuffer> {
        private final List<Piece> batch;
        private final AtomicBoolean met = new AtomicBoolean();

        Completion(List<Piece> batch) {
            this.batch = batch;
        }

        boolean isSecond() {
            return !met.compareAndSet(false, true);
        }

        @Override
        public void completed(ByteBuffer result) {
            batch.forEach(piece -> piece.handler().completed(piece.bytes()));
            goOn();
        }

        @Override
        public void failed(Throwable throwable) {
            batch.forEach(piece -> piece.handler().failed(throwable));
            cut();
            goOn();
        }

        @Override
        public void cancelled() {
            failed(new IOException("The write was cancelled"));
        }

        private void goOn() {
            if (isSecond()) {
                pump();
            }
        }
    }
}
