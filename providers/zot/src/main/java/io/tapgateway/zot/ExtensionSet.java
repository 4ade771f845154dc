package io.tapgateway.zot;

import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.MayChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * The extensions of one session, by their rank. Those that are loaded together bind together, so that who has which
 * name does not depend on who was faster (Z-036, Z-051). Thread-safe; what happens, happens on the host's thread.
 */
@MayChange
public final class ExtensionSet {
    /** How long those that are loaded together wait for each other (Z-036). */
    public static final Duration SETTLING = Duration.ofSeconds(3);

    private final ProgramThread thread;
    private final Runnable changed;
    private final NameTable<Extension> tools = new NameTable<>();
    private final NameTable<Extension> commands = new NameTable<>();

    /** Those that wait for each other. */
    private final Set<Extension> unsettled = new HashSet<>();

    private CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);
    private int loads;
    private boolean looking;

    private volatile List<Extension> all = List.of();

    /** @param changed run on the thread whenever an extension is not as it was; must not block */
    public ExtensionSet(ProgramThread thread, Runnable changed) {
        this.thread = thread;
        this.changed = changed;
    }

    /**
     * Starts extensions together, in the place of those there were, which must have ended.
     *
     * @return completed once each of them has registered or failed, or their time for that is over
     */
    public CompletionStage<Void> load(List<Extension> byRank) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        all = List.copyOf(byRank);
        thread.execute(() -> {
            loads++;
            unsettled.clear();
            unsettled.addAll(byRank);
            settled = done;
            byRank.forEach(it -> it.begin(this::lookSoon));
            int load = loads;
            thread.after(SETTLING, () -> {
                if (load == loads) {
                    unsettled.clear();
                    look();
                }
            });
            look();
        });
        return done;
    }

    /**
     * Starts one more, which binds as soon as it is ready.
     *
     * @param rank how many come before it
     */
    public void add(int rank, Extension extension) {
        thread.execute(() -> {
            List<Extension> more = new ArrayList<>(all);
            more.add(Math.min(rank, more.size()), extension);
            all = List.copyOf(more);
            extension.begin(this::lookSoon);
        });
    }

    /** All of them, whether they run or not. */
    public List<Extension> all() {
        return all;
    }

    /** Ends all of them; completed once no program of theirs runs any more. */
    public CompletionStage<Void> stop() {
        return CompletableFuture.allOf(all.stream()
                .map(Extension::stop)
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture[]::new));
    }

    /** Changes that come together are looked at together. */
    private void lookSoon() {
        if (!looking) {
            looking = true;
            thread.execute(() -> {
                looking = false;
                look();
            });
        }
    }

    private void look() {
        if (unsettled.stream().noneMatch(Extension::isUndecided)) {
            unsettled.clear();
        }
        List<Extension> bound = all.stream()
                .filter(it -> !unsettled.contains(it) && !it.isOver())
                .toList();
        tools.allot(bound.stream().map(it -> claim(it, it.wantedTools())).toList());
        commands.allot(bound.stream().map(it -> claim(it, it.wantedCommands())).toList());
        bound.forEach(it -> it.serve(name -> tools.isOf(it, folded(name)), name -> commands.isOf(it, folded(name))));
        if (unsettled.isEmpty()) {
            settled.complete(null);
        }
        changed.run();
    }

    private static NameTable.Claim<Extension> claim(Extension owner, List<String> names) {
        return new NameTable.Claim<>(
                owner, names.stream().map(ExtensionSet::folded).collect(Collectors.toSet()), !owner.isReady());
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
