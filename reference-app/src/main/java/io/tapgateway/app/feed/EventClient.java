package io.tapgateway.app.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener's response, which lasts until its last event, if there is ever one. What the listener cannot read in
 * time waits here up to a limit; past that the response ends, and the listener asks for what it missed when it comes
 * back. Thread-safe; never blocks.
 */
public final class EventClient {
    /** What is being done for the listener. */
    private enum Stage {
        /** Nothing waits. */
        IDLE,
        /** A thread writes; nobody else may touch the response meanwhile, not even to end it. */
        WRITING,
        /** The listener has to read before more can be written. */
        STALLED
    }

    /** An event after which the response ends, and what is to be done then. */
    private record Last(Iterator<byte[]> pieces, Runnable onEnd) {}

    /** How much of the gateway's news may wait. */
    public static final int MAX_WAITING_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(EventClient.class);

    private final Response response;
    private final NIOOutputStream out;
    private final int maxWaitingBytes;
    private final Executor writers;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private int waitingBytes;

    /** What is sent before everything else, and does not count as waiting. */
    @GuardedBy("lock")
    private Iterator<byte[]> missed = Collections.emptyIterator();

    @GuardedBy("lock")
    private Stage stage = Stage.IDLE;

    /** The last event, if it is there already. */
    @GuardedBy("lock")
    private Optional<Last> last = Optional.empty();

    @GuardedBy("lock")
    private boolean ended;

    /**
     * @param response suspended already
     * @param maxWaitingBytes how much may wait
     * @param writers runs what writes
     */
    public EventClient(Response response, int maxWaitingBytes, Executor writers) {
        this.response = response;
        this.out = response.getNIOOutputStream();
        this.maxWaitingBytes = maxWaitingBytes;
        this.writers = writers;
    }

    /** Whether nothing is written any more: the response has ended, or the listener has gone. */
    public boolean isEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Sends what the listener has missed, as it can read it; before anything else, and once. */
    public void sendMissed(Iterator<byte[]> events) {
        boolean start;
        lock.lock();
        try {
            missed = events;
            start = !ended && begin();
        } finally {
            lock.unlock();
        }
        if (start) {
            writers.execute(this::write);
        }
    }

    /** Sends an event; too many that wait end the response. */
    public void send(byte[] event) {
        boolean full;
        boolean start;
        lock.lock();
        try {
            full = !ended && waitingBytes + event.length > maxWaitingBytes;
            start = !full && add(event);
        } finally {
            lock.unlock();
        }
        if (full) {
            LOG.info("A listener reads events too slowly and is cut off");
            end();
        } else if (start) {
            writers.execute(this::write);
        }
    }

    /**
     * Sends an event, however large, after which the response ends.
     *
     * @param onEnd run once, when nothing is written any more
     */
    public void sendLast(Iterator<byte[]> pieces, Runnable onEnd) {
        boolean late;
        boolean start;
        lock.lock();
        try {
            late = ended;
            start = !late && begin();
            last = late ? last : Optional.of(new Last(pieces, onEnd));
        } finally {
            lock.unlock();
        }
        if (late) {
            onEnd.run();
        } else if (start) {
            writers.execute(this::write);
        }
    }

    /** Whether the caller is to have it written. */
    @GuardedBy("lock")
    private boolean add(byte[] event) {
        if (ended || last.isPresent()) {
            return false;
        }
        waiting.addLast(event);
        waitingBytes += event.length;
        return begin();
    }

    @GuardedBy("lock")
    private boolean begin() {
        boolean start = stage == Stage.IDLE;
        if (start) {
            stage = Stage.WRITING;
        }
        return start;
    }

    /** Ends the response, if need be as soon as what is being written has been. Harmless to repeat. */
    public void end() {
        boolean mine;
        lock.lock();
        try {
            mine = !ended && stage != Stage.WRITING;
            ended = true;
            waiting.clear();
            waitingBytes = 0;
        } finally {
            lock.unlock();
        }
        if (mine) {
            resume();
        }
    }

    private void resume() {
        tellEnd();
        try {
            response.resume();
        } catch (RuntimeException e) {
            LOG.debug("A listener's response had ended already", e);
        }
    }

    private void tellEnd() {
        Optional<Last> told;
        lock.lock();
        try {
            told = last;
            last = Optional.empty();
        } finally {
            lock.unlock();
        }
        told.ifPresent(it -> it.onEnd().run());
    }

    /** Only one thread is in here: the one that has entered {@link Stage#WRITING}. */
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
            if (stall()) {
                out.notifyCanWrite(new Continuation());
            }
        } catch (IOException | RuntimeException e) {
            giveUp(e);
        }
    }

    private Optional<byte[]> next() {
        byte[] event;
        lock.lock();
        try {
            if (!ended && missed.hasNext()) {
                return Optional.of(missed.next());
            }
            event = waiting.pollFirst();
            if (event != null) {
                waitingBytes -= event.length;
                return Optional.of(event);
            }
            if (!ended && last.isPresent() && last.get().pieces().hasNext()) {
                return Optional.of(last.get().pieces().next());
            }
            stage = Stage.IDLE;
            ended |= last.isPresent();
            if (!ended) {
                return Optional.empty();
            }
        } finally {
            lock.unlock();
        }
        resume();
        return Optional.empty();
    }

    /** Leaves {@link Stage#WRITING} for now, unless the end came meanwhile. */
    private boolean stall() {
        lock.lock();
        try {
            stage = ended ? Stage.IDLE : Stage.STALLED;
            if (!ended) {
                return true;
            }
        } finally {
            lock.unlock();
        }
        resume();
        return false;
    }

    private void goOn() {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            stage = Stage.WRITING;
        } finally {
            lock.unlock();
        }
        writers.execute(this::write);
    }

    /** The listener cannot be written to any more. */
    private void giveUp(Throwable failure) {
        LOG.debug("A listener has gone", failure);
        lock.lock();
        try {
            if (ended && stage != Stage.WRITING) {
                return;
            }
            stage = Stage.IDLE;
            ended = true;
            waiting.clear();
            waitingBytes = 0;
        } finally {
            lock.unlock();
        }
        resume();
    }

    private final class Continuation implements WriteHandler {
        @Override
        public void onWritePossible() {
            goOn();
        }

        @Override
        public void onError(Throwable failure) {
            giveUp(failure);
        }
    }
}
