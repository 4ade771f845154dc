package io.tapgateway.runtime.core.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The core's deadlines: a heap that knows where each timer stands, so that cancelling one costs no more than setting it
 * and leaves nothing behind. Confined to the loop.
 *
 * <p>Timers for the same instant fire in the order in which they were set. Deadlines stand beside the heap and each
 * place has four others below it: most timers are cancelled, with hundreds of others set, and looking into each of
 * those on the way would be most of the cost.
 */
public final class Timers {
    /** What is to happen at a deadline. */
    @FunctionalInterface
    public interface Task {
        void due();
    }

    /** One deadline. */
    public static final class Timer {
        private final long at;
        private final long order;
        private final Task task;
        private int position;

        private Timer(long at, long order, Task task) {
            this.at = at;
            this.order = order;
            this.task = task;
        }
    }

    private static final int GONE = -1;
    private static final int CHILDREN = 4;
    private static final int FIRST_SIZE = 64;

    private @Nullable Timer[] heap = new @Nullable Timer[FIRST_SIZE];

    /** When the timer in the same place of the heap is due. */
    private long[] deadlines = new long[FIRST_SIZE];

    private int size;
    private long set;

    /** Calls {@code task} once {@code at} (monotonic nanoseconds) has come. */
    public Timer at(long at, Task task) {
        Timer timer = new Timer(at, set++, task);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
            deadlines = Arrays.copyOf(deadlines, size * 2);
        }
        siftUp(size++, timer);
        return timer;
    }

    /** Forgets a timer; harmless if it has fired or is {@code null}. */
    public void cancel(@Nullable Timer timer) {
        if (timer == null || timer.position == GONE) {
            return;
        }
        int hole = timer.position;
        timer.position = GONE;
        Timer last = slot(--size);
        heap[size] = null;
        if (last == timer) {
            return;
        }
        if (hole > 0 && isBefore(last, parent(hole))) {
            siftUp(hole, last);
        } else {
            siftDown(hole, last);
        }
    }

    /** How many timers are set. */
    public int size() {
        return size;
    }

    /** The earliest deadline; {@code Long.MAX_VALUE} if there is none. */
    public long next() {
        return size == 0 ? Long.MAX_VALUE : deadlines[0];
    }

    /** Fires the earliest timer that is due at {@code now}; false if there is none. */
    boolean fireNext(long now) {
        if (size == 0 || deadlines[0] - now > 0) {
            return false;
        }
        Timer first = slot(0);
        cancel(first);
        first.task.due();
        return true;
    }

    private void siftUp(int from, Timer timer) {
        int position = from;
        while (position > 0 && isBefore(timer, parent(position))) {
            place(position, slot(parent(position)));
            position = parent(position);
        }
        place(position, timer);
    }

    private void siftDown(int from, Timer timer) {
        int position = from;
        for (int first = firstChild(from); first < size; first = firstChild(position)) {
            int earliest = earliestFrom(first);
            if (isBefore(timer, earliest)) {
                break;
            }
            place(position, slot(earliest));
            position = earliest;
        }
        place(position, timer);
    }

    private static int parent(int position) {
        return (position - 1) / CHILDREN;
    }

    private static int firstChild(int position) {
        return CHILDREN * position + 1;
    }

    private int earliestFrom(int first) {
        int earliest = first;
        for (int next = first + 1; next < Math.min(first + CHILDREN, size); next++) {
            long difference = deadlines[next] - deadlines[earliest];
            if (difference < 0 || (difference == 0 && slot(next).order < slot(earliest).order)) {
                earliest = next;
            }
        }
        return earliest;
    }

    private boolean isBefore(Timer timer, int place) {
        long difference = timer.at - deadlines[place];
        return difference != 0 ? difference < 0 : timer.order < slot(place).order;
    }

    private void place(int position, Timer timer) {
        heap[position] = timer;
        deadlines[position] = timer.at;
        timer.position = position;
    }

    @SuppressWarnings("NullAway") // below size every slot is filled
    private Timer slot(int index) {
        return heap[index];
    }
}
