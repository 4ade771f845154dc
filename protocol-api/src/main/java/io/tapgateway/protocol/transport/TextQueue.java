package io.tapgateway.protocol.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.model.CloseCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Sends texts over one socket: in order, one at a time, never waiting for any. Thread-safe. */
public final class TextQueue {
    private final Wire wire;
    private final ReentrantLock lock = new ReentrantLock();

    /** Calls of {@link #flush} that have not been served; whoever finds none serves all that follow. */
    private final AtomicInteger work = new AtomicInteger();

    @GuardedBy("lock")
    private final Deque<String> texts = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean sending;

    @GuardedBy("lock")
    private Optional<Farewell> farewell = Optional.empty();

    @GuardedBy("lock")
    private boolean ended;

    public TextQueue(Wire wire) {
        this.wire = wire;
    }

    /** The socket. Called by one thread at a time. */
    public interface Wire {
        /** Sends a text; {@code sent} runs once when it has left or failed, on this or any other thread. */
        void sendText(String text, Runnable sent);

        /** Sends the last frame; called once. */
        void sendClose(CloseCode code, String reason);
    }

    private record Farewell(CloseCode code, String reason) {}

    public void send(String text) {
        lock.lock();
        try {
            if (!ended && farewell.isEmpty()) {
                texts.add(text);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether there are texts that have not begun to leave. */
    public boolean isWaiting() {
        lock.lock();
        try {
            return !texts.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the socket once everything has left. The first call counts. */
    public void close(CloseCode code, String reason) {
        lock.lock();
        try {
            if (farewell.isEmpty()) {
                farewell = Optional.of(new Farewell(code, reason));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The socket is gone. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            texts.clear();
        } finally {
            lock.unlock();
        }
    }

    public void flush() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int served = 1;
        do {
            Optional<String> next = next();
            while (next.isPresent()) {
                wire.sendText(next.get(), this::sent);
                next = next();
            }
            lastWords().ifPresent(it -> wire.sendClose(it.code(), it.reason()));
            served = work.addAndGet(-served);
        } while (served != 0);
    }

    private Optional<String> next() {
        lock.lock();
        try {
            if (ended || sending || texts.isEmpty()) {
                return Optional.empty();
            }
            sending = true;
            return Optional.of(texts.remove());
        } finally {
            lock.unlock();
        }
    }

    private Optional<Farewell> lastWords() {
        lock.lock();
        try {
            if (ended || sending || !texts.isEmpty() || farewell.isEmpty()) {
                return Optional.empty();
            }
            ended = true;
            return farewell;
        } finally {
            lock.unlock();
        }
    }

    private void sent() {
        lock.lock();
        try {
            sending = false;
        } finally {
            lock.unlock();
        }
        flush();
    }
}
