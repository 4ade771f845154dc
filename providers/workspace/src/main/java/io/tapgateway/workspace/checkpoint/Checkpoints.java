package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.snapshot.Catalog;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of one session. What the session finds is recorded before its first tool changes a file, or when
 * somebody asks first; all else is compared with that. Stages complete on the store's thread, exceptionally with a
 * {@link CheckpointProblem}. Thread-safe.
 */
@MayChange
public final class Checkpoints {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /** After an automatic checkpoint there is none for so many times as long as it took (F-038). */
    private static final int PAUSE_FACTOR = 10;

    private final CheckpointStore store;
    private final String session;
    private final CheckpointMode mode;
    private final Instant began;
    private final List<CheckpointListener> listeners = new CopyOnWriteArrayList<>();

    /** Whether a tool may have changed files, so that what the session found is not there any more. */
    private volatile boolean touched;

    /** Written on the store's thread. */
    private volatile CheckpointState state;

    // On the store's thread only.
    private boolean automaticWaits;
    private long notBefore;

    Checkpoints(CheckpointStore store, String session, CheckpointMode mode) {
        this.store = store;
        this.session = session;
        this.mode = mode;
        this.began = store.clock().instant();
        this.notBefore = store.thread().nanos();
        this.state = new CheckpointState(
                CheckpointState.Status.NONE, Optional.empty(), began, store.directory(), List.of(), false);
    }

    /** What there is now. */
    public CheckpointState state() {
        return state;
    }

    /** Tells of changes from now on. */
    public void listen(CheckpointListener listener) {
        listeners.add(listener);
    }

    /**
     * Has what is there recorded as what the session found, unless that is done already. A failure is tried again as
     * long as no tool has changed a file.
     *
     * @return once it is recorded, or has failed; never fails itself
     */
    public CompletionStage<CheckpointState> prepare() {
        return prepared().copy();
    }

    /** Records what is there now. */
    public CompletionStage<Checkpoint> make() {
        return run(Occupation.Operation.CHECKPOINT, () -> {
            show(store.make(session, Catalog.Role.ASKED), CheckpointListener.Event.ASKED);
            List<Checkpoint> all = state.checkpoints();
            return all.get(all.size() - 1);
        });
    }

    /** Brings the files back that a checkpoint recorded. It fails while tools change files (F-038). */
    public CompletionStage<Restored> restore(CheckpointId id) {
        return restoring(() -> store.restore(session, id));
    }

    /** The same with what the session found. */
    public CompletionStage<Restored> restoreBase() {
        return restoring(() -> store.restore(session, Catalog.Role.BASE));
    }

    /** The same with what the last restore of the session found. */
    public CompletionStage<Restored> undo() {
        return restoring(() -> store.restore(session, Catalog.Role.UNDO));
    }

    /** Removes a checkpoint, and what was recorded for it alone. */
    public CompletionStage<CheckpointState> delete(CheckpointId id) {
        return run(Occupation.Operation.CHECKPOINT, () -> {
            show(store.delete(session, id), CheckpointListener.Event.DELETED);
            return state;
        });
    }

    private CompletionStage<Restored> restoring(Callable<Restored> work) {
        return run(Occupation.Operation.RESTORE, () -> {
            Restored done = work.call();
            touched = true;
            show(store.catalog(), CheckpointListener.Event.RESTORED);
            return done;
        });
    }

    /** What the session found is recorded first. */
    private <T> CompletionStage<T> run(Occupation.Operation operation, Callable<T> work) {
        return onThread(() -> {
                    prepareNow();
                    requireReady();
                    return store.work(operation, session, work);
                })
                .copy();
    }

    private <T> CompletableFuture<T> onThread(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            var unused = store.thread().submit(() -> {
                try {
                    return result.complete(work.call());
                } catch (CheckpointProblem e) {
                    return result.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(
                    new CheckpointProblem(CheckpointProblem.Kind.FAILED, "The checkpoints are closed.", e));
        }
        return result;
    }

    private void requireReady() {
        if (state.status() == CheckpointState.Status.FAILED) {
            throw new CheckpointProblem(
                    CheckpointProblem.Kind.FAILED, state.problem().orElse("Nothing is recorded."));
        }
    }

    private CompletableFuture<CheckpointState> prepared() {
        return onThread(() -> {
                    prepareNow();
                    return state;
                })
                .exceptionally(closed -> state);
    }

    private void prepareNow() {
        if (state.status() == CheckpointState.Status.READY || isFinal()) {
            return;
        }
        if (touched) {
            fail("A tool has changed files before they were recorded.");
            return;
        }
        become(CheckpointState.Status.INITIALIZING, Optional.empty(), CheckpointListener.Event.BEGUN);
        try {
            show(
                    store.work(Occupation.Operation.BASE, session, () -> store.makeBase(session)),
                    CheckpointListener.Event.READY);
        } catch (CheckpointProblem e) {
            fail(e.sentence());
        }
    }

    private boolean isFinal() {
        return state.status() == CheckpointState.Status.FAILED && touched;
    }

    private void fail(String why) {
        become(CheckpointState.Status.FAILED, Optional.of(why), CheckpointListener.Event.FAILED);
    }

    /**
     * A tool is about to change files: it waits until what the session found is recorded, and for what runs besides.
     *
     * @throws CheckpointProblem if files are being restored
     */
    public void enter() throws InterruptedException, IOException {
        if (state.status() != CheckpointState.Status.READY && !isFinal()) {
            try {
                var unused = prepared().get(WorkspaceLimits.BASE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                LOG.info("A tool waits no longer for a checkpoint");
            } catch (ExecutionException e) {
                throw new AssertionError("this fails never", e);
            }
        }
        store.occupation().enter(session);
        touched = true;
    }

    /** The tool is done. */
    public void leave() {
        store.occupation().leave(session);
    }

    /** A turn of the session is over: with {@link CheckpointMode#AUTO}, a checkpoint is made soon. */
    public void turnEnded() {
        store.occupation().turnEnded(session);
        if (mode == CheckpointMode.AUTO) {
            store.thread().execute(this::planAutomatic);
        }
    }

    private void planAutomatic() {
        if (state.status() == CheckpointState.Status.READY && !automaticWaits) {
            automaticWaits = true;
            long wait = Math.max(0, notBefore - store.thread().nanos());
            store.thread().after(Duration.ofNanos(wait), this::makeAutomatic);
        }
    }

    private void makeAutomatic() {
        automaticWaits = false;
        long since = store.thread().nanos();
        try {
            show(
                    store.work(
                            Occupation.Operation.CHECKPOINT,
                            session,
                            () -> store.make(session, Catalog.Role.AUTOMATIC)),
                    CheckpointListener.Event.AUTOMATIC);
        } catch (CheckpointProblem e) {
            LOG.info("There is no checkpoint after a turn of session {}: {}", session, e.sentence());
            tell(CheckpointListener.Event.DROPPED);
        }
        long now = store.thread().nanos();
        long most = TimeUnit.SECONDS.toNanos(WorkspaceLimits.CHECKPOINT_PAUSE_SECONDS);
        notBefore = now + Math.min(most, PAUSE_FACTOR * (now - since));
    }

    /** The session has ended. */
    public void close() {
        store.leave(session);
    }

    private void show(Catalog catalog, CheckpointListener.Event event) {
        List<Checkpoint> all =
                catalog.of(session).stream().map(Checkpoints::checkpoint).toList();
        boolean canUndo = catalog.find(session, Catalog.Role.UNDO).isPresent();
        state = new CheckpointState(
                CheckpointState.Status.READY, Optional.empty(), began, store.directory(), all, canUndo);
        tell(event);
    }

    private static Checkpoint checkpoint(Catalog.Kept kept) {
        return new Checkpoint(
                new CheckpointId(kept.number()),
                Instant.ofEpochMilli(kept.createdAt()),
                kept.role() == Catalog.Role.AUTOMATIC,
                kept.changed(),
                kept.bytes());
    }

    private void become(CheckpointState.Status status, Optional<String> problem, CheckpointListener.Event event) {
        state = new CheckpointState(status, problem, began, store.directory(), state.checkpoints(), state.canUndo());
        tell(event);
    }

    private void tell(CheckpointListener.Event event) {
        for (CheckpointListener listener : listeners) {
            try {
                listener.changed(event, state);
            } catch (RuntimeException e) {
                LOG.error("A listener of checkpoints throws", e);
            }
        }
    }
}
