package io.tapgateway.app.extension;

import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.zot.Extension;
import io.tapgateway.zot.ExtensionSet;
import io.tapgateway.zot.ExtensionView;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The extensions of one session: what was found for it, and what runs of that. Thread-safe. */
final class ExtensionsOfSession {
    private final ExtensionSet set;
    private final AtomicBoolean reloading = new AtomicBoolean();
    private volatile List<Present> present = List.of();
    private volatile boolean closed;

    /** @param changed run whenever one of them is not as it was; must not block */
    ExtensionsOfSession(ProgramThread thread, ExtensionSet.Interceptors interceptors, Runnable changed) {
        this.set = new ExtensionSet(thread, interceptors, changed);
    }

    /**
     * What was found for a session. Immutable.
     *
     * @param required without whom no tool is used, be it that they were not found
     */
    record Found(List<Present> byRank, Set<ProviderName> required) {
        Found {
            byRank = List.copyOf(byRank);
            required = Set.copyOf(required);
        }

        /** Those that their user has switched off guard nothing any more (Z-070). */
        private Set<ProviderName> freed() {
            return byRank.stream()
                    .map(Present::found)
                    .filter(it -> it.fate() == FoundExtension.Fate.DISABLED)
                    .flatMap(it -> it.manifest().stream())
                    .map(Manifest::provider)
                    .collect(Collectors.toSet());
        }
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
        present = found.byRank();
        return closed ? CompletableFuture.completedFuture(null) : set.load(running(), found.freed(), found.required());
    }

    /** Starts one more after those that somebody has named. */
    void add(Present more) {
        int rank = (int) present.stream()
                .filter(it -> it.found().scope() == FoundExtension.Scope.EXPLICIT)
                .count();
        List<Present> all = new ArrayList<>(present);
        all.add(rank, more);
        present = List.copyOf(all);
        int running = (int) all.subList(0, rank).stream()
                .filter(it -> it.running().isPresent())
                .count();
        more.running().filter(it -> !closed).ifPresent(it -> set.add(running, it));
    }

    /**
     * Ends all, and starts what is found then (Z-105).
     *
     * @param found called on a thread that may block
     * @return empty if that is under way already
     */
    Optional<CompletionStage<Reloaded>> reload(Supplier<Found> found) {
        if (closed || !reloading.compareAndSet(false, true)) {
            return Optional.empty();
        }
        int stopped = (int)
                running().stream().filter(it -> it.view().pid().isPresent()).count();
        CompletableFuture<Reloaded> done = new CompletableFuture<>();
        var unused = set.stop().thenRun(() -> {
            Thread reading = new Thread(() -> startAgain(found, stopped, done), "extensions-reload");
            reading.setDaemon(true);
            reading.start();
        });
        return Optional.of(done);
    }

    private void startAgain(Supplier<Found> found, int stopped, CompletableFuture<Reloaded> done) {
        try {
            var unused = start(found.get()).thenRun(() -> {
                reloading.set(false);
                done.complete(new Reloaded(
                        stopped,
                        running().size(),
                        count(ExtensionView.State.READY),
                        count(ExtensionView.State.FAILED)));
            });
        } catch (RuntimeException | Error bug) {
            reloading.set(false);
            done.completeExceptionally(bug);
            throw bug;
        }
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
        return extension.isPresent() || (isName(name) && isHeld(new ProviderName(name)));
    }

    /** One that is required, or has guarded before, and is not here. */
    private boolean isHeld(ProviderName name) {
        return set.release(name).toCompletableFuture().join();
    }

    private static boolean isName(String name) {
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
        return set.stop();
    }
}
