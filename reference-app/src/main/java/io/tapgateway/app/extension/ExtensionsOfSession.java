package io.tapgateway.app.extension;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.zot.Extension;
import io.tapgateway.zot.ExtensionSet;
import io.tapgateway.zot.ExtensionView;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The extensions of one session: what was found for it, and what runs of that. Thread-safe. */
final class ExtensionsOfSession {
    private static final Logger LOG = LoggerFactory.getLogger(ExtensionsOfSession.class);

    private final ExtensionSet set;
    private final AtomicBoolean reloading = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile CompletableFuture<Reloaded> underWay = new CompletableFuture<>();

    /** Changed under the lock. */
    private volatile List<Present> present = List.of();

    private volatile boolean closed;

    /** @param changed run whenever one of them is not as it was; must not block */
    ExtensionsOfSession(ProgramThread thread, ExtensionSet.Interceptors interceptors, Runnable changed) {
        this.set = new ExtensionSet(thread, interceptors, changed);
    }

    /**
     * What was found for a session. Immutable.
     *
     * @param removed whom their user has removed, or wants to fail open
     * @param required without whom no tool is used, be it that they were not found
     */
    record Found(List<Present> byRank, Set<ProviderName> removed, Set<ProviderName> required) {
        Found {
            byRank = List.copyOf(byRank);
            removed = Set.copyOf(removed);
            required = Set.copyOf(required);
        }

        /** Those who guard nothing any more: they are the same whom their user has switched off (Z-070). */
        private Set<ProviderName> freed() {
            Set<ProviderName> freed = new HashSet<>(removed);
            byRank.stream()
                    .map(Present::found)
                    .filter(it -> it.fate() == FoundExtension.Fate.DISABLED)
                    .flatMap(it -> it.manifest().stream())
                    .map(Manifest::provider)
                    .forEach(freed::add);
            return freed;
        }
    }

    /** Finds extensions, on a thread that may block. */
    @FunctionalInterface
    interface Finding {
        /**
         * What there is by now.
         *
         * @throws Problem if it cannot be read
         */
        Found find() throws Problem;
    }

    /** One that was found, and what runs of it. Immutable. */
    record Present(FoundExtension found, Optional<Extension> running) {
        private ExtensionStatus status() {
            return new ExtensionStatus(found, running.map(Extension::view));
        }

        private boolean is(String name) {
            return found.name().equalsIgnoreCase(name)
                    || found.manifest()
                            .filter(it -> it.provider().value().equalsIgnoreCase(name))
                            .isPresent();
        }
    }

    /** Starts what was found, by rank, in the place of what ran before, which must have ended. */
    CompletionStage<Void> start(Found found) {
        lock.lock();
        try {
            present = found.byRank();
        } finally {
            lock.unlock();
        }
        return closed ? CompletableFuture.completedFuture(null) : set.load(running(), found.freed(), found.required());
    }

    /**
     * Starts one more after those that somebody has named.
     *
     * @return what stands in the way, a sentence
     */
    Optional<String> add(Present more) {
        lock.lock();
        try {
            Optional<String> objection = objection(more);
            if (objection.isEmpty()) {
                List<Present> all = new ArrayList<>(present);
                all.removeIf(it -> it.found().directory().equals(more.found().directory()));
                int rank = (int) all.stream()
                        .filter(it -> it.found().scope() == FoundExtension.Scope.EXPLICIT)
                        .count();
                all.add(rank, more);
                present = List.copyOf(all);
                int before = (int) all.subList(0, rank).stream()
                        .filter(it -> it.running().isPresent())
                        .count();
                more.running().ifPresent(it -> set.add(before, it));
            }
            return objection;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Optional<String> objection(Present more) {
        if (closed) {
            return Optional.of("The session ends.");
        } else if (reloading.get()) {
            return Optional.of("The extensions of this session are being reloaded; try again in a moment.");
        }
        String name = more.found().name();
        List<Manifest> running = running().stream()
                .filter(it -> isLive(it.view().state()) || it.view().pid().isPresent())
                .map(Extension::manifest)
                .toList();
        if (more.found()
                .manifest()
                .filter(it -> running.stream().anyMatch(it::isNamedAs))
                .isPresent()) {
            return Optional.of("An extension '" + name + "' runs in this session; stop that one first.");
        }
        return running.size() >= ExtensionScan.MAX_EXTENSIONS
                ? Optional.of("There are " + ExtensionScan.MAX_EXTENSIONS + " extensions already; stop one first.")
                : Optional.empty();
    }

    /** Whether a program of it runs, or is going to. */
    private static boolean isLive(ExtensionView.State state) {
        return switch (state) {
            case STARTING, READY, WAITING -> true;
            case ENDED, FAILED, GIVEN_UP, UNAPPROVED -> false;
        };
    }

    /**
     * Ends all, and starts what is found then (Z-105).
     *
     * @param finding called on a thread that may block
     * @return empty if that is under way already
     */
    Optional<CompletionStage<Reloaded>> reload(Finding finding) {
        if (closed || !reloading.compareAndSet(false, true)) {
            return Optional.empty();
        }
        int stopped = (int)
                running().stream().filter(it -> it.view().pid().isPresent()).count();
        CompletableFuture<Reloaded> done = new CompletableFuture<>();
        underWay = done;
        var unused = set.stop().thenRun(() -> {
            DaemonThreads.start("extensions-reload", () -> startAgain(finding, stopped, done));
        });
        if (closed) {
            giveUp();
        }
        return Optional.of(done);
    }

    private void startAgain(Finding finding, int stopped, CompletableFuture<Reloaded> done) {
        try {
            var unused = start(finding.find()).thenRun(() -> {
                reloading.set(false);
                done.complete(new Reloaded(
                        stopped,
                        running().size(),
                        count(ExtensionView.State.READY),
                        count(ExtensionView.State.FAILED)));
            });
        } catch (Problem unreadable) {
            reloading.set(false);
            LOG.warn("No extension is started again: {}", unreadable.sentence());
            done.complete(new Reloaded(stopped, 0, 0, 0));
        } catch (RuntimeException | Error bug) {
            reloading.set(false);
            done.completeExceptionally(bug);
            throw bug;
        }
    }

    /** The end of the session is the end of a reload: nothing is started again. */
    private void giveUp() {
        underWay.complete(new Reloaded(0, 0, 0, 0));
    }

    private int count(ExtensionView.State state) {
        return (int) running().stream().filter(it -> it.view().state() == state).count();
    }

    private List<Extension> running() {
        return present.stream().flatMap(it -> it.running().stream()).toList();
    }

    /** How all are, by their rank. */
    List<ExtensionStatus> all() {
        return current().stream().map(Present::status).toList();
    }

    /** A directory is there once, though it was found, started, ended and started again: as what was started last. */
    private Collection<Present> current() {
        Map<Path, Present> byDirectory = new LinkedHashMap<>();
        for (Present each : present) {
            byDirectory.merge(
                    each.found().directory(),
                    each,
                    (former, later) -> later.running().isPresent() ? later : former);
        }
        return byDirectory.values();
    }

    /** Ends one for good, and what it guards is free; false if none of that name runs. */
    boolean stop(String name) {
        Optional<Extension> extension = named(name);
        extension.ifPresent(Extension::stop);
        // One that is required, or has guarded before, may not be here.
        return extension.isPresent() || (isName(name) && set.release(new ProviderName(name)));
    }

    /** Whether a provider can be called so. */
    static boolean isName(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9_-]*") && name.length() <= ProviderName.MAX_LENGTH;
    }

    /** The one of that name, if it was started. */
    Optional<Extension> named(String name) {
        return current().stream()
                .filter(it -> it.is(name))
                .flatMap(it -> it.running().stream())
                .findFirst();
    }

    /** Ends all, and starts none any more; completed once no program of theirs runs. Harmless to repeat. */
    CompletionStage<Void> close() {
        closed = true;
        giveUp();
        return set.stop();
    }
}
