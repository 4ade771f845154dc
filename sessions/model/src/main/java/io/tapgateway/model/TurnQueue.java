package io.tapgateway.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * What an agent is to take up: one turn runs, a bounded number waits, and whoever stops the agent ends the one and
 * drops the others. Stopping interrupts the thread of the running turn, and never what that thread does afterwards.
 * Thread-safe.
 */
final class TurnQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final int capacity;

    @GuardedBy("lock")
    private final Deque<Opening> waiting = new ArrayDeque<>(0);

    @GuardedBy("lock")
    private Optional<Thread> running = Optional.empty();

    @GuardedBy("lock")
    private Optional<Opening> taken = Optional.empty();

    @GuardedBy("lock")
    private List<Opening> dropped = List.of();

    @GuardedBy("lock")
    private long numbers;

    @GuardedBy("lock")
    private boolean stopped;

    @GuardedBy("lock")
    private boolean ended;

    /**
     * What begins a turn. Immutable.
     *
     * @param number no other one has it
     * @param provider who wants it; empty if it is the user
     * @param text for the model
     * @param manner how the turn is taken, if not as others are
     */
    record Opening(long number, Optional<String> provider, String text, Optional<TurnManner> manner) {
        /** Who wants it, for people. */
        String by() {
            return provider.orElse("the user");
        }
    }

    TurnQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Whether there was room for it. */
    boolean add(Optional<String> provider, String text) {
        lock.lock();
        try {
            if (ended || waiting.size() >= capacity) {
                return false;
            }
            waiting.addLast(new Opening(++numbers, provider, text, Optional.empty()));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what the user says, ahead of what providers want, unless something that the user has said runs or waits.
     *
     * @return the number of its opening; empty if it was not taken
     */
    OptionalLong tryAddOfUser(String text, Optional<TurnManner> manner) {
        lock.lock();
        try {
            boolean busy = Stream.concat(taken.stream(), waiting.stream())
                    .anyMatch(it -> it.provider().isEmpty());
            if (ended || busy) {
                return OptionalLong.empty();
            }
            waiting.addFirst(new Opening(++numbers, Optional.empty(), text, manner));
            return OptionalLong.of(numbers);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a turn waits, or one was dropped of which nobody has been told. */
    boolean hasWork() {
        lock.lock();
        try {
            return !waiting.isEmpty() || !dropped.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** The next turn, which runs from now on, on this thread; empty if there is none. */
    Optional<Opening> begin() {
        lock.lock();
        try {
            Optional<Opening> next = Optional.ofNullable(waiting.pollFirst());
            running = next.map(opening -> Thread.currentThread());
            taken = next;
            stopped = false;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Goes on with the running turn.
     *
     * @throws InterruptedException if it was stopped, even if somebody has swallowed the interrupt
     */
    void goOn() throws InterruptedException {
        lock.lock();
        try {
            if (stopped) {
                throw new InterruptedException("the turn was stopped");
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The turn of this thread is over.
     *
     * @return whether none waits
     */
    boolean finish() {
        lock.lock();
        try {
            running = Optional.empty();
            taken = Optional.empty();
            // Somebody may have stopped the turn when it was over already.
            var unused = Thread.interrupted();
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Those that were dropped since this was asked last. */
    List<Opening> dropped() {
        lock.lock();
        try {
            List<Opening> all = dropped;
            dropped = List.of();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the running turn, and drops those that wait. */
    void stop() {
        lock.lock();
        try {
            dropped = Stream.concat(dropped.stream(), waiting.stream()).toList();
            waiting.clear();
            stopped = true;
            running.ifPresent(Thread::interrupt);
        } finally {
            lock.unlock();
        }
    }

    /** The same for good: nothing is taken in any more. */
    void end() {
        lock.lock();
        try {
            ended = true;
            stop();
        } finally {
            lock.unlock();
        }
    }
}
