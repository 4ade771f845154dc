package io.tapgateway.app.endurance;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Which numbered pieces of work were handed out, done by a provider and answered: each once. Thread-safe. */
final class Ledger {
    private static final int FAULTS_KEPT = 20;
    private static final int NUMBERS_PER_WORD = Integer.SIZE;

    private final int size;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicIntegerArray done;
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger faultsSeen = new AtomicInteger();

    Ledger(int size) {
        this.size = size;
        this.done = new AtomicIntegerArray(size / NUMBERS_PER_WORD + 1);
    }

    /** The next number; not below the size when all have been handed out. */
    int next() {
        return next.getAndIncrement();
    }

    boolean has(int number) {
        return number < size;
    }

    /** A provider works on that number. */
    void work(int number) {
        int bit = 1 << (number % NUMBERS_PER_WORD);
        if ((done.getAndAccumulate(number / NUMBERS_PER_WORD, bit, (word, more) -> word | more) & bit) != 0) {
            fault("number " + number + " was done twice");
        }
    }

    void answer() {
        answered.incrementAndGet();
    }

    int answered() {
        return answered.get();
    }

    boolean isComplete() {
        return answered.get() >= size;
    }

    void fault(String what) {
        if (faultsSeen.incrementAndGet() <= FAULTS_KEPT) {
            faults.add(what);
        }
    }

    /** What went wrong; the first of it. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** How many numbers a provider has worked on. */
    int worked() {
        int sum = 0;
        for (int i = 0; i < done.length(); i++) {
            sum += Integer.bitCount(done.get(i));
        }
        return sum;
    }
}
