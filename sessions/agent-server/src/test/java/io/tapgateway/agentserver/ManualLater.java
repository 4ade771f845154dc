package io.tapgateway.agentserver;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Time that passes when a test says so. Thread-safe. */
final class ManualLater implements Later {
    private final List<Due> waiting = new CopyOnWriteArrayList<>();

    private record Due(Duration time, Runnable task) {}

    @Override
    public Timer after(Duration time, Runnable task) {
        Due due = new Due(time, task);
        waiting.add(due);
        return () -> waiting.remove(due);
    }

    /** How much is still to be done. */
    int waiting() {
        return waiting.size();
    }

    /** What is due by then is done. */
    void pass(Duration time) {
        List<Due> due =
                waiting.stream().filter(it -> it.time().compareTo(time) <= 0).toList();
        waiting.removeAll(due);
        due.forEach(it -> it.task().run());
    }

    @Override
    public void close() {
        waiting.clear();
    }
}
