package io.tapgateway.app.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/** The newest elements of an endless sequence, up to a limit. Thread-safe. */
final class Ring<E> {
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<E> elements = new ArrayDeque<>();

    @GuardedBy("lock")
    private long added;

    Ring(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Appends an element, and forgets the oldest one where there is no more room.
     *
     * @param numbered makes the element from its number in the sequence, which begins at 1
     */
    E add(LongFunction<E> numbered) {
        lock.lock();
        try {
            added++;
            E element = numbered.apply(added);
            elements.addLast(element);
            if (elements.size() > capacity) {
                elements.removeFirst();
            }
            return element;
        } finally {
            lock.unlock();
        }
    }

    /** What it holds with a number above {@code number}, oldest first. */
    List<E> after(long number) {
        lock.lock();
        try {
            long forgotten = added - elements.size();
            return elements.stream().skip(Math.max(0, number - forgotten)).toList();
        } finally {
            lock.unlock();
        }
    }
}
