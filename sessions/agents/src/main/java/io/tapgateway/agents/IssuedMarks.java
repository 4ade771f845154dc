package io.tapgateway.agents;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What tells texts that were handed to an agent from those of its user, should the agent say that its user has written
 * them (G-031). Thread-safe.
 */
final class IssuedMarks {
    /** How many are remembered; of more, the newest. */
    static final int MAX_MARKS = 100;

    private static final int RANDOM_BYTES = 16;

    private final Random random;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<String> marks = new ArrayDeque<>();

    /** @param random nobody else must be able to foresee it */
    IssuedMarks(Random random) {
        this.random = random;
    }

    /** The text with a new mark behind it. */
    String mark(String text) {
        byte[] bytes = new byte[RANDOM_BYTES];
        lock.lock();
        try {
            random.nextBytes(bytes);
            String mark = "tap-" + HexFormat.of().formatHex(bytes);
            marks.addLast(mark);
            if (marks.size() > MAX_MARKS) {
                marks.removeFirst();
            }
            return text + "\n\n(" + mark + ")";
        } finally {
            lock.unlock();
        }
    }

    /** Whether a mark that was issued here is in the text. */
    boolean isIn(String text) {
        lock.lock();
        try {
            return marks.stream().anyMatch(text::contains);
        } finally {
            lock.unlock();
        }
    }
}
