package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one side of a link has asked and the other side has not answered. Every question gets one reply, at the latest
 * when the link is over. Thread-safe; replies are completed under no lock.
 *
 * @param <R> what comes of a question
 */
final class Questions<R> {
    private final R unanswered;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Long, CompletableFuture<R>> waiting = new HashMap<>();

    @GuardedBy("lock")
    private long lastNumber;

    @GuardedBy("lock")
    private boolean closed;

    /** @param unanswered the reply to what the other side will not answer any more */
    Questions(R unanswered) {
        this.unanswered = unanswered;
    }

    /**
     * Adds a question, which has its reply at once if the link is over.
     *
     * @return its number
     */
    long add(CompletableFuture<R> reply) {
        long number;
        lock.lock();
        try {
            lastNumber++;
            number = lastNumber;
            if (!closed) {
                waiting.put(number, reply);
                return number;
            }
        } finally {
            lock.unlock();
        }
        reply.complete(unanswered);
        return number;
    }

    /** Takes a reply; one to no open question is ignored. */
    void settle(long number, R reply) {
        Optional<CompletableFuture<R>> question;
        lock.lock();
        try {
            question = Optional.ofNullable(waiting.remove(number));
        } finally {
            lock.unlock();
        }
        question.ifPresent(it -> it.complete(reply));
    }

    /** The link is over. Harmless to repeat. */
    void close() {
        List<CompletableFuture<R>> left;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(waiting.values());
            waiting.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(it -> it.complete(unanswered));
    }
}
