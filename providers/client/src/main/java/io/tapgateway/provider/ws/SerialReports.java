package io.tapgateway.provider.ws;

import io.tapgateway.protocol.transport.Drain;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs tasks one after the other, on the thread that brings one while no other is at work. Thread-safe; never waits.
 */
final class SerialReports {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Drain drain = new Drain();
    private final Runnable round = this::runWhatWaits;

    void run(Runnable task) {
        tasks.add(task);
        drain.run(round);
    }

    private void runWhatWaits() {
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
            try {
                next.run();
            } catch (RuntimeException | Error failure) {
                // Those behind it have a round of their own before the failure is thrown.
                drain.ask();
                throw failure;
            }
        }
    }
}
