package io.tapgateway.zot;

import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.SessionInterceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    /** Between two that are loaded together so many have room that come later. */
    private static final int RANKS_BETWEEN = 10_000;

    /** How long nobody is told again of what changes. */
    static final Duration NEWS_PAUSE = Duration.ofMillis(100);

    private final ProgramThread thread;
    private final Interceptors interceptors;
    private final Runnable changed;
    private final NameTable<Extension> tools = new NameTable<>();
    private final NameTable<Extension> commands = new NameTable<>();

    /** Those that wait for each other. */
    private final Set<Extension> unsettled = new HashSet<>();

    /** Who is denied for that is not here. */
    private final Map<ProviderName, Interception> held = new TreeMap<>(Comparator.comparing(ProviderName::folded));

    /** Their names, for other threads. */
    private volatile Set<ProviderName> absent = Set.of();

    private CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);
    private int loads;
    private boolean looking;
    private boolean telling;
    private boolean untold;

    private volatile List<Extension> all = List.of();

    /** Has somebody asked and told what happens in the session; see {@link ExtensionHost#intercept}. */
    @FunctionalInterface
    public interface Interceptors {
        Interception intercept(
                ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor);
    }

    /** @param changed run on the thread whenever an extension is not as it was; must not block */
    public ExtensionSet(ProgramThread thread, Interceptors interceptors, Runnable changed) {
        this.thread = thread;
        this.interceptors = interceptors;
        this.changed = changed;
    }

    /**
     * Starts extensions together, in the place of those there were, which must have ended. What those have guarded is
     * guarded until one of the same name does, or somebody frees it (Z-070).
     *
     * @param freed which of those that are not started any more guard nothing further on
     * @param required without whom no tool is used, be it that they are not here
     * @return completed once each of them has registered or failed, or their time for that is over
     */
    public CompletionStage<Void> load(List<Extension> byRank, Set<ProviderName> freed, Set<ProviderName> required) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        List<Extension> former = all;
        all = List.copyOf(byRank);
        thread.execute(() -> {
            loads++;
            unsettled.clear();
            unsettled.addAll(byRank);
            settled = done;
            Map<ProviderName, Set<String>> guarded = guarded(former);
            freed.forEach(guarded::remove);
            for (int rank = 0; rank < byRank.size(); rank++) {
                Extension each = byRank.get(rank);
                each.take((rank + 1) * RANKS_BETWEEN);
                each.begin(guarded.getOrDefault(each.manifest().provider(), Set.of()), this::lookSoon);
            }
            required.forEach(it -> guarded.put(it, Set.of(ExtensionGuard.TOOL_CALL)));
            byRank.forEach(it -> guarded.remove(it.manifest().provider()));
            guarded.values().removeIf(it -> !it.contains(ExtensionGuard.TOOL_CALL));
            holdFor(guarded.keySet());
            former.forEach(Extension::release);
            int load = loads;
            thread.after(SETTLING, () -> {
                if (load == loads) {
                    settle();
                    look();
                }
            });
            look();
        });
        return done;
    }

    /**
     * Starts one more, which binds as soon as it is ready. It takes the place of one of that name that does not run any
     * more, and guards what that one has guarded.
     *
     * @param rank how many come before it
     */
    public void add(int rank, Extension extension) {
        thread.execute(() -> {
            ProviderName name = extension.manifest().provider();
            List<Extension> former = all.stream()
                    .filter(it -> it.isOver() && it.manifest().isNamedAs(extension.manifest()))
                    .toList();
            Set<String> guarded = guarded(former).getOrDefault(name, Set.of());
            List<Extension> more = new ArrayList<>(all);
            more.removeAll(former);
            int index = Math.min(rank, more.size());
            extension.take(index == 0 ? 1 : more.get(index - 1).rank() + 1);
            more.add(index, extension);
            all = List.copyOf(more);
            var unused = ended(former)
                    .thenRun(() -> thread.execute(() -> {
                        extension.begin(guarded, this::lookSoon);
                        extension.settle();
                        former.forEach(Extension::release);
                        free(name);
                    }));
        });
    }

    /** All of them, whether they run or not. */
    public List<Extension> all() {
        return all;
    }

    /** Ends all of them, and goes on guarding what they guard; completed once no program of theirs runs any more. */
    public CompletionStage<Void> stop() {
        return ended(all);
    }

    private static CompletionStage<Void> ended(List<Extension> extensions) {
        return CompletableFuture.allOf(extensions.stream()
                .map(Extension::retire)
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
            settle();
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
        tell();
    }

    /** News come at once, and then a few times a second, however often something changes. */
    private void tell() {
        if (telling) {
            untold = true;
            return;
        }
        telling = true;
        changed.run();
        thread.after(NEWS_PAUSE, () -> {
            telling = false;
            if (untold) {
                untold = false;
                tell();
            }
        });
    }

    private void settle() {
        unsettled.forEach(Extension::settle);
        unsettled.clear();
    }

    /** What does not happen now as long as somebody says nothing about it, by whom that is. */
    private Map<ProviderName, Set<String>> guarded(List<Extension> extensions) {
        Map<ProviderName, Set<String>> guarded = new TreeMap<>(Comparator.comparing(ProviderName::folded));
        held.keySet().forEach(it -> guarded.put(it, Set.of(ExtensionGuard.TOOL_CALL)));
        extensions.stream()
                .filter(it -> !it.held().isEmpty())
                .forEach(it -> guarded.put(it.manifest().provider(), it.held()));
        return guarded;
    }

    /** Denies in the stead of those who are not here; whoever was held before and is here now is held no more. */
    private void holdFor(Set<ProviderName> wanted) {
        held.keySet().stream().filter(it -> !wanted.contains(it)).toList().forEach(this::free);
        wanted.stream()
                .filter(it -> !held.containsKey(it))
                .forEach(it -> held.put(
                        it,
                        interceptors.intercept(
                                it, Integer.MAX_VALUE, Set.of(InterceptorInterest.TOOLS), new AbsentGuard(it))));
        this.absent = Set.copyOf(held.keySet());
    }

    private void free(ProviderName name) {
        Interception interception = held.remove(name);
        if (interception != null) {
            interception.close();
            absent = Set.copyOf(held.keySet());
        }
    }

    /** Frees what is guarded in the stead of one that is not here; false if nothing is. */
    public boolean release(ProviderName name) {
        boolean guarded = absent.stream().anyMatch(it -> it.folded().equals(name.folded()));
        if (guarded) {
            thread.execute(() -> free(name));
        }
        return guarded;
    }

    private static NameTable.Claim<Extension> claim(Extension owner, List<String> names) {
        return new NameTable.Claim<>(
                owner, names.stream().map(ExtensionSet::folded).collect(Collectors.toSet()), !owner.isReady());
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
