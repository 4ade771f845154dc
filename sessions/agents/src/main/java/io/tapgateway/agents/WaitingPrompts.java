package io.tapgateway.agents;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import io.tapgateway.runtime.InjectedPrompt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

/** What providers have put into a conversation, until the agent ends a turn and can be told (G-030). Thread-safe. */
final class WaitingPrompts {
    /** How many may wait. */
    static final int MAX_WAITING = 50;

    /** How long the end of a turn waits for one. */
    static final Duration PATIENCE = Duration.ofMillis(50);

    private final GatewayClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<InjectedPrompt> waiting = new ArrayList<>();

    @GuardedBy("lock")
    private CompletableFuture<Void> arrival = new CompletableFuture<>();

    WaitingPrompts(GatewayClock clock) {
        this.clock = clock;
    }

    /** Says whether there was room. */
    boolean add(InjectedPrompt prompt) {
        CompletableFuture<Void> awaited;
        lock.lock();
        try {
            if (waiting.size() >= MAX_WAITING) {
                return false;
            }
            waiting.add(prompt);
            awaited = arrival;
        } finally {
            lock.unlock();
        }
        awaited.complete(null);
        return true;
    }

    /** All that wait, as soon as there are some; none if there are none for a while. They do not wait any more then. */
    CompletionStage<List<InjectedPrompt>> take() {
        CompletableFuture<Void> awaited = arrival();
        Wakeup patience = clock.wakeAt(clock.nanos() + PATIENCE.toNanos(), () -> awaited.complete(null));
        return awaited.thenApply(nothing -> {
            patience.cancel();
            return drain();
        });
    }

    private CompletableFuture<Void> arrival() {
        lock.lock();
        try {
            return arrival;
        } finally {
            lock.unlock();
        }
    }

    private List<InjectedPrompt> drain() {
        lock.lock();
        try {
            List<InjectedPrompt> all = List.copyOf(waiting);
            waiting.clear();
            arrival = new CompletableFuture<>();
            return all;
        } finally {
            lock.unlock();
        }
    }
}
