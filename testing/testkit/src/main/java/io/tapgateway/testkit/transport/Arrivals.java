package io.tapgateway.testkit.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Bounded waiting for what another thread brings. Stateless. */
final class Arrivals {
    private static final int PATIENCE_SECONDS = 20;

    private Arrivals() {}

    /** The next element; fails if none comes. */
    static <T> T next(BlockingQueue<T> queue, String what) throws InterruptedException {
        T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no " + what + " came within " + PATIENCE_SECONDS + " seconds");
        }
        return next;
    }

    /** The next elements; fails if fewer come. */
    static <T> List<T> next(BlockingQueue<T> queue, int count, String what) throws InterruptedException {
        List<T> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(next(queue, what));
        }
        return elements;
    }
}
