package io.tapgateway.runtime.core.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The core's deadlines: a binary heap that knows where each timer stands, so that cancelling one costs no more than setting
 * it and leaves nothing behind. Confined to the loop.
 *
 * <p>Timers for the same instant fire in the order in which they were set.
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

        private boolean isBefore(Timer other) {
            long difference = at - other.at;
            return difference != 0 ? difference < 0 : order < other.order;
        }
    }

    private static final int GONE = -1;

    private @Nullable Timer[] heap = new @Nullable Timer[64];
    private int size;
    private long set;

    /** Calls {@code task} once {@code at} (monotonic nanoseconds) has come. */
    public Timer at(long at, Task task) {
        Timer timer = new Timer(at, set++, task);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
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
        if (hole > 0 && last.isBefore(slot((hole - 1) >>> 1))) {
            siftUp(hole, last);
        } else {
            siftDown(hole, last);
        }
    }

    /** Whether a timer is set. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** How many timers are set. */
    public int size() {
        return size;
    }

    /** The earliest deadline; {@code Long.MAX_VALUE} if there is none. */
    public long next() {
        return size == 0 ? Long.MAX_VALUE : slot(0).at;
    }

    /** Fires what is due at {@code now}, earliest first, including what that sets anew for now or earlier. */
    public void fireDue(long now) {
        while (size > 0 && slot(0).at - now <= 0) {
            Timer first = slot(0);
            cancel(first);
            first.task.due();
        }
    }

    private void siftUp(int from, Timer timer) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) >>> 1;
            Timer above = slot(parent);
            if (!timer.isBefore(above)) {
                break;
            }
            place(position, above);
            position = parent;
        }
        place(position, timer);
    }

    private void siftDown(int from, Timer timer) {
        int position = from;
        while (true) {
            int child = 2 * position + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && slot(child + 1).isBefore(slot(child))) {
                child++;
            }
            if (!slot(child).isBefore(timer)) {
                break;
            }
            place(position, slot(child));
            position = child;
        }
        place(position, timer);
    }

    private void place(int position, Timer timer) {
        heap[position] = timer;
        timer.position = position;
    }

    @SuppressWarnings("NullAway") // below size every slot is filled
    private Timer slot(int index) {
        return heap[index];
    }
}
