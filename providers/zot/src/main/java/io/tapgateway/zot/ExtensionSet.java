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
import java.util.TreeSet;
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
    private final Interceptors interceptors;
    private final Runnable changed;
    private final NameTable<Extension> tools = new NameTable<>();
    private final NameTable<Extension> commands = new NameTable<>();

    /** Those that wait for each other. */
    private final Set<Extension> unsettled = new HashSet<>();

    /** Who is denied for that is not here. */
    private final Map<ProviderName, Interception> held = new TreeMap<>(Comparator.comparing(ProviderName::folded));

    private CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);
    private int loads;
    private boolean looking;

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
            Set<ProviderName> guarding = guarding(former);
            guarding.removeAll(freed);
            for (int rank = 0; rank < byRank.size(); rank++) {
                Extension each = byRank.get(rank);
                boolean guards = guarding.remove(each.manifest().provider());
                each.begin(rank, guards, this::lookSoon);
            }
            guarding.addAll(required);
            byRank.forEach(it -> guarding.remove(it.manifest().provider()));
            holdFor(guarding);
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
     * Starts one more, which binds as soon as it is ready.
     *
     * @param rank how many come before it
     */
    public void add(int rank, Extension extension) {
        thread.execute(() -> {
            List<Extension> more = new ArrayList<>(all);
            more.add(Math.min(rank, more.size()), extension);
            all = List.copyOf(more);
            extension.begin(rank, free(extension.manifest().provider()), this::lookSoon);
            extension.settle();
        });
    }

    /** All of them, whether they run or not. */
    public List<Extension> all() {
        return all;
    }

    /** Ends all of them, and goes on guarding what they guard; completed once no program of theirs runs any more. */
    public CompletionStage<Void> stop() {
        return CompletableFuture.allOf(all.stream()
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
        changed.run();
    }

    private void settle() {
        unsettled.forEach(Extension::settle);
        unsettled.clear();
    }

    /** Of whom tools are guarded now. */
    private Set<ProviderName> guarding(List<Extension> former) {
        Set<ProviderName> names = new TreeSet<>(Comparator.comparing(ProviderName::folded));
        former.stream()
                .filter(Extension::guards)
                .map(it -> it.manifest().provider())
                .forEach(names::add);
        names.addAll(held.keySet());
        return names;
    }

    /** Denies in the stead of those who are not here; whoever was held before and is here now is held no more. */
    private void holdFor(Set<ProviderName> absent) {
        held.keySet().stream().filter(it -> !absent.contains(it)).toList().forEach(this::free);
        absent.stream()
                .filter(it -> !held.containsKey(it))
                .forEach(it -> held.put(
                        it,
                        interceptors.intercept(
                                it, Integer.MAX_VALUE, Set.of(InterceptorInterest.TOOLS), new AbsentGuard(it))));
    }

    private boolean free(ProviderName name) {
        Interception interception = held.remove(name);
        if (interception != null) {
            interception.close();
        }
        return interception != null;
    }

    /**
     * Frees what is guarded in the stead of one that is not here.
     *
     * @return whether something was; never fails
     */
    public CompletionStage<Boolean> release(ProviderName name) {
        CompletableFuture<Boolean> freed = new CompletableFuture<>();
        thread.execute(() -> freed.complete(free(name)));
        return freed;
    }

    private static NameTable.Claim<Extension> claim(Extension owner, List<String> names) {
        return new NameTable.Claim<>(
                owner, names.stream().map(ExtensionSet::folded).collect(Collectors.toSet()), !owner.isReady());
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
