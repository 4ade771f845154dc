package io.tapgateway.provider.ws;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one after the other, on the thread that brings one while no other is at work. Thread-safe; never waits.
 */
final class SerialReports {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    void run(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() != 0) {
            return;
        }
        do {
            Runnable next = tasks.remove();
            next.run();
        } while (waiting.decrementAndGet() != 0);
    }
}
