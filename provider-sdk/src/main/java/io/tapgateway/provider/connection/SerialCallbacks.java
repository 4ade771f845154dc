package io.tapgateway.provider.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.transport.Drain;
import io.tapgateway.provider.ProviderListener.Fault;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listener one thing after the other, in the order of the calls. Bounded: if the listener is too slow for its
 * events, new events are lost, and the next one that it gets says how many. Thread-safe.
 */
final class SerialCallbacks {
    /** How many events may wait for the listener. */
    static final int MAX_EVENTS = 1_024;

    /** How much may wait in all. */
    static final int MAX_CALLBACKS = 4_096;

    private final UserCode code;
    private final Drain drain = new Drain();
    private final Runnable round = this::callWhatWaits;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private int events;

    @GuardedBy("lock")
    private long lostEvents;

    SerialCallbacks(UserCode code) {
        this.code = code;
    }

    /** Tells the listener something. */
    void tell(Runnable callback) {
        boolean full;
        lock.lock();
        try {
            full = waiting.size() >= MAX_CALLBACKS;
            if (!full) {
                waiting.addLast(callback);
            }
        } finally {
            lock.unlock();
        }
        if (full) {
            code.report(Fault.of("A notice was lost: " + MAX_CALLBACKS + " others are waiting for a listener."));
        }
        wake();
    }

    /** Tells the listener of an event, unless too many wait already. */
    void tell(SessionEvent event) {
        lock.lock();
        try {
            if (events >= MAX_EVENTS || waiting.size() >= MAX_CALLBACKS) {
                lostEvents++;
                return;
            }
            SessionEvent announced = lostEvents == 0
                    ? event
                    : new SessionEvent(event.sessionId(), event.event(), event.data(), event.dropped() + lostEvents);
            lostEvents = 0;
            events++;
            waiting.addLast(() -> deliver(announced));
        } finally {
            lock.unlock();
        }
        wake();
    }

    private void deliver(SessionEvent event) {
        lock.lock();
        try {
            events--;
        } finally {
            lock.unlock();
        }
        code.listener().sessionEvent(event);
    }

    private void wake() {
        if (drain.ask() && !code.run(() -> drain.goOn(round))) {
            drain.drop();
            discard();
        }
    }

    private void callWhatWaits() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (RuntimeException | Error e) {
                code.reportHere(Fault.of("A listener failed.", e));
            }
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            return waiting.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    private void discard() {
        lock.lock();
        try {
            waiting.clear();
            events = 0;
        } finally {
            lock.unlock();
        }
    }
}
