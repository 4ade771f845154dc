package io.tapgateway.provider.ws;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers without a thread: the test fires them, the first one first. */
final class ManualTimers extends ScheduledThreadPoolExecutor {
    private final Deque<Timer> waiting = new ArrayDeque<>();

    private record Timer(Duration delay, Runnable task, Scheduled future) {}

    ManualTimers() {
        super(0);
    }

    /** Fires the timer that was started first, and says how long it would have taken. */
    Duration fire() {
        Timer timer = waiting.remove();
        timer.task().run();
        return timer.delay();
    }

    int waiting() {
        return waiting.size();
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Scheduled future = new Scheduled();
        waiting.add(new Timer(Duration.of(delay, unit.toChronoUnit()), task, future));
        return future;
    }

    private final class Scheduled extends CompletableFuture<Void> implements ScheduledFuture<Void> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            waiting.removeIf(timer -> timer.future() == this);
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
