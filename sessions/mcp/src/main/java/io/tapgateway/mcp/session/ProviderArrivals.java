package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whether those who belong into the agent's session have come. A session that was opened a moment ago is empty, and
 * some agents ask what there is only once (M-012). Thread-safe.
 */
final class ProviderArrivals {
    /** How long those get who join by themselves, of whom nobody knows before. */
    static final Duration GRACE = Duration.ofMillis(300);

    private final GatewayClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private CompletableFuture<Void> all = new CompletableFuture<>();

    @GuardedBy("lock")
    private boolean expected;

    /** Tells the grace of this session from that of a former one. */
    @GuardedBy("lock")
    private int term;

    @GuardedBy("lock")
    private boolean graceIsOver;

    ProviderArrivals(GatewayClock clock) {
        this.clock = clock;
    }

    /** Another session is about to be opened, into which nobody has come. */
    void begin() {
        lock.lock();
        try {
            term++;
            expected = false;
            graceIsOver = false;
            if (all.isDone()) {
                all = new CompletableFuture<>();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The session is open. */
    void opened() {
        int mine;
        lock.lock();
        try {
            mine = term;
        } finally {
            lock.unlock();
        }
        var unused = clock.wakeAt(clock.nanos() + GRACE.toNanos(), () -> endGrace(mine));
    }

    /** The session was there before: who belongs there has come, or is announced. */
    void joined() {
        lock.lock();
        try {
            graceIsOver = true;
        } finally {
            lock.unlock();
        }
        look();
    }

    private void endGrace(int which) {
        lock.lock();
        try {
            graceIsOver |= which == term;
        } finally {
            lock.unlock();
        }
        look();
    }

    /** Whether somebody is on the way who was started for the session. */
    void expected(boolean now) {
        lock.lock();
        try {
            expected = now;
            if (now && all.isDone()) {
                // The session went on in another gateway, where it is as empty as a new one.
                all = new CompletableFuture<>();
            }
        } finally {
            lock.unlock();
        }
        look();
    }

    private void look() {
        CompletableFuture<Void> waiting;
        lock.lock();
        try {
            if (expected || !graceIsOver) {
                return;
            }
            waiting = all;
        } finally {
            lock.unlock();
        }
        waiting.complete(null);
    }

    /** Whether nobody has to be waited for. */
    boolean areAllHere() {
        return future().isDone();
    }

    /** Completes when all are here, or after so long; on any thread, which must not be kept. */
    CompletionStage<Void> within(Duration patience) {
        CompletableFuture<Void> here = future().copy();
        if (!here.isDone()) {
            GatewayClock.Wakeup late = clock.wakeAt(clock.nanos() + patience.toNanos(), () -> here.complete(null));
            var unused = here.thenRun(late::cancel);
        }
        return here;
    }

    private CompletableFuture<Void> future() {
        lock.lock();
        try {
            return all;
        } finally {
            lock.unlock();
        }
    }
}
