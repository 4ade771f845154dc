package io.tapgateway.workspace.checkpoint;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who is at work in a workspace: tools that change files, and one operation at a time, for which they wait (F-038).
 * Thread-safe.
 */
final class Occupation {
    private final StoreLock store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();

    /** How many tools of a session change files now. */
    @GuardedBy("lock")
    private final Map<String, Integer> changing = new HashMap<>();

    /** The sessions with a turn in which a tool has changed files; each holds the store's lock. */
    @GuardedBy("lock")
    private final Set<String> turns = new HashSet<>();

    @GuardedBy("lock")
    private Optional<Operation> running = Optional.empty();

    private volatile boolean dropped;

    /** What runs, and how long a tool waits for it. */
    enum Operation {
        /** Records what a session found. */
        BASE(WorkspaceLimits.BASE_SECONDS),
        /** Records what there is now. */
        CHECKPOINT(WorkspaceLimits.CHECKPOINT_SECONDS),
        /** Brings files back. */
        RESTORE(WorkspaceLimits.BASE_SECONDS),
        /** Does what a program that was killed has left to do. */
        RECOVERY(WorkspaceLimits.BASE_SECONDS);

        private final int seconds;

        Operation(int seconds) {
            this.seconds = seconds;
        }
    }

    Occupation(StoreLock store) {
        this.store = store;
    }

    /** Whether a tool has waited too long for the operation that runs. */
    boolean isDropped() {
        return dropped;
    }

    /**
     * A tool is about to change files; it waits for what runs, and then goes on all the same, but for a restore.
     *
     * @throws CheckpointProblem if files are still being restored
     */
    void enter(String session) throws InterruptedException, IOException {
        lock.lock();
        try {
            long left = running.map(it -> TimeUnit.SECONDS.toNanos(it.seconds)).orElse(0L);
            while (running.isPresent() && left > 0) {
                left = over.awaitNanos(left);
            }
            if (running.isPresent()) {
                refuseRestore(running.get());
                dropped = true;
            }
            changing.merge(session, 1, Integer::sum);
            if (!turns.contains(session) && store.acquire()) {
                turns.add(session);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void refuseRestore(Operation operation) {
        if (operation == Operation.RESTORE || operation == Operation.RECOVERY) {
            throw new CheckpointProblem(
                    CheckpointProblem.Kind.BUSY,
                    "Files are being restored at the moment; try again when that is done.");
        }
    }

    /** The tool is done. */
    void leave(String session) {
        lock.lock();
        try {
            changing.merge(session, -1, Integer::sum);
            changing.remove(session, 0);
        } finally {
            lock.unlock();
        }
    }

    /** The turn of a session is over, if tools have changed files in it. */
    void turnEnded(String session) {
        lock.lock();
        try {
            if (turns.remove(session)) {
                store.release();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * An operation begins, on the store's thread.
     *
     * @throws CheckpointProblem if files are to be restored, and a tool changes files, or another session is in a turn
     */
    void begin(Operation operation, String session) {
        lock.lock();
        try {
            boolean alone = changing.isEmpty() && Set.of(session).containsAll(turns);
            if (operation == Operation.RESTORE && !alone) {
                throw new CheckpointProblem(
                        CheckpointProblem.Kind.BUSY,
                        "The agent is changing files; restore when its turn is over, or interrupt it.");
            }
            running = Optional.of(operation);
            dropped = false;
        } finally {
            lock.unlock();
        }
    }

    /** It is over. */
    void end() {
        lock.lock();
        try {
            running = Optional.empty();
            over.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
