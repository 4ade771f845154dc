package io.tapgateway.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What an agent is to take up: one turn runs, a bounded number waits, and whoever stops the agent ends the one and
 * drops the others. Stopping interrupts the thread of the running turn, and never what that thread does afterwards.
 * Thread-safe.
 */
final class TurnQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final int capacity;

    @GuardedBy("lock")
    private final Deque<Opening> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private Optional<Thread> running = Optional.empty();

    @GuardedBy("lock")
    private boolean stopped;

    @GuardedBy("lock")
    private boolean ended;

    /**
     * What begins a turn. Immutable.
     *
     * @param by who wants it, for people
     * @param text for the model
     */
    record Opening(String by, String text) {}

    TurnQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Whether there was room for it. */
    boolean add(Opening opening) {
        lock.lock();
        try {
            if (ended || waiting.size() >= capacity) {
                return false;
            }
            waiting.addLast(opening);
            return true;
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
            // Somebody may have stopped the turn when it was over already.
            var unused = Thread.interrupted();
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the running turn, and drops those that wait. */
    void stop() {
        lock.lock();
        try {
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
