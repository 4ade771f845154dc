package io.tapgateway.testkit;

import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A session host that only remembers what it was told. Thread-safe. */
public final class RecordingHost implements SessionHost {
    private final List<List<RegisteredTool>> toolLists = new CopyOnWriteArrayList<>();
    private final List<TimelineEntry> timeline = new CopyOnWriteArrayList<>();
    private final List<InjectedPrompt> injected = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @Override
    public void toolsChanged(List<RegisteredTool> tools) {
        toolLists.add(tools);
        signal();
    }

    @Override
    public void log(TimelineEntry entry) {
        timeline.add(entry);
        signal();
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        injected.add(prompt);
        signal();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void closed() {
        ended = true;
        signal();
    }

    /** Every list that {@link #toolsChanged} brought, oldest first. */
    public List<List<RegisteredTool>> toolLists() {
        return toolLists;
    }

    /** The timeline, oldest first. */
    public List<TimelineEntry> timeline() {
        return timeline;
    }

    /** What entered the conversation, oldest first. */
    public List<InjectedPrompt> injected() {
        return injected;
    }

    /** Whether the session has ended. */
    public boolean ended() {
        return ended;
    }

    /**
     * Waits until a condition on what this host was told holds.
     *
     * @return whether it came to hold within that time
     */
    public boolean await(Duration patience, BooleanSupplier condition) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
