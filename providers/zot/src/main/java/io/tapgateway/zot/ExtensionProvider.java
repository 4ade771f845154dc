package io.tapgateway.zot;

import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One program of an extension as its session sees it: a provider that leaves with the program, so that calls end as
 * those of any provider that is gone (Z-100). Confined to the program thread, but for what is said of handlers.
 */
final class ExtensionProvider {
    /** How many handlers may be at work, as the gateway counts it (Z-054). */
    private static final int AT_ONCE = ZotLimit.CALLS_IN_FLIGHT.most();

    /** Changes that come together are shown together: the gateway takes 60 in a minute (Z-037). */
    static final Duration DEBOUNCE = Duration.ofSeconds(1);

    /** Who has changed too often tries again later. */
    static final Duration LATER = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionProvider.class);

    /** The agent is told no more than that before its user does something (Z-090). */
    private static final int MOST_EARLY = 4;

    private final ExtensionHost host;
    private final Problems problems;
    private final Runnable changed;
    private final Consumer<String> rejected;
    private final BoundProvider provider;
    private final Map<ToolName, String> refused =
            new TreeMap<>((one, other) -> one.folded().compareTo(other.folded()));

    private final Set<ToolName> lost = new HashSet<>();
    private List<Tool> wanted = List.of();
    private List<ToolName> shown = List.of();

    /** What the agent is to be told once the session has it. */
    private final Queue<String> early = new ArrayDeque<>();

    private boolean bound;
    private boolean offering;
    private boolean stale;
    private boolean over;

    /**
     * @param changed run whenever the session sees something else of it
     * @param rejected told why the session does not take it at all, if so
     * @param ending ends the extension with its session, on any thread; completes once it is gone (Z-103)
     */
    ExtensionProvider(
            Manifest manifest,
            ExtensionHost host,
            Problems problems,
            Runnable changed,
            Consumer<String> rejected,
            Supplier<CompletionStage<Void>> ending) {
        this.host = host;
        this.problems = problems;
        this.changed = changed;
        this.rejected = rejected;
        this.provider = host.attach(Provider.named(manifest.provider().value())
                .concurrency(AT_ONCE)
                .onShutdownAsync(session -> ending.get())
                .onError(fault -> LOG.debug("Extension {}: {}", manifest.provider(), fault.what()))
                .build());
        var unused = provider.whenBound()
                .whenComplete((binding, failure) -> host.thread().execute(() -> attached(failure)));
    }

    /** What its tools are called in the session. */
    List<ToolName> shown() {
        return shown;
    }

    /** Shows what its program has registered, as far as the names are its own. */
    void serve(List<Tool> tools, Predicate<String> isOwn) {
        tools.stream()
                .map(Tool::name)
                .filter(it -> !isOwn.test(it.value()) && lost.add(it))
                .forEach(it ->
                        problems.add("its tool '" + it + "' cannot be had: another extension has one of that name"));
        lost.removeIf(it -> isOwn.test(it.value()));
        want(tools.stream().filter(it -> isOwn.test(it.name().value())).toList());
    }

    private void want(List<Tool> tools) {
        if (!tools.equals(wanted)) {
            wanted = tools;
            offer();
        }
    }

    /** Its tools go; calls that are under way may still end. */
    void retire() {
        if (bound) {
            var unused = provider.replaceTools(List.of());
        }
        over = true;
        shown = List.of();
    }

    /**
     * Has the agent told something, in the name of the extension (Z-087, Z-090): as soon as the session has it, if that
     * is not yet so.
     */
    void submit(String text) {
        if (over) {
            return;
        }
        if (bound) {
            push(text);
        } else if (early.size() < MOST_EARLY) {
            early.add(text);
        }
    }

    private void push(String text) {
        provider.push(new Push(
                PushLevel.INJECT,
                Optional.empty(),
                Optional.of(text),
                Optional.empty(),
                Push.Target.BOUND_SESSION,
                Optional.empty()));
    }

    /** It leaves the session. */
    void close() {
        over = true;
        shown = List.of();
        provider.close();
    }

    private void attached(@Nullable Throwable failure) {
        if (failure != null) {
            rejected.accept("its session does not take it: " + reason(failure));
            return;
        }
        bound = true;
        early.forEach(this::push);
        early.clear();
        offer();
    }

    private void offer() {
        if (!bound || over) {
            return;
        }
        if (offering) {
            stale = true;
            return;
        }
        offering = true;
        stale = false;
        refused.clear();
        offerWhatIsTaken();
    }

    private void offerWhatIsTaken() {
        List<Tool> tools = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Tool tool : wanted) {
            if (!refused.containsKey(tool.name()) && taken.add(tool.name().folded())) {
                tools.add(tool);
            }
        }
        var unused = provider.replaceTools(tools)
                .whenComplete((revision, failure) -> host.thread().execute(() -> offered(tools, failure)));
    }

    private void offered(List<Tool> tools, @Nullable Throwable failure) {
        if (over) {
            return;
        }
        if (failure == null) {
            shown = tools.stream().map(Tool::name).toList();
            changed.run();
            again(DEBOUNCE);
            return;
        }
        Optional<Refused> refusal = Refused.in(failure);
        Optional<ToolName> culprit = refusal.flatMap(it -> it.culprit(tools));
        if (culprit.isPresent() && refused.putIfAbsent(culprit.get(), reason(failure)) == null) {
            problems.add("its tool '" + culprit.get() + "' cannot be had: " + reason(failure));
            offerWhatIsTaken();
            return;
        }
        problems.add("its session does not take its tools: " + reason(failure));
        changed.run();
        stale |= refusal.filter(it -> it.code() == ErrorCode.RATE_LIMITED).isPresent();
        again(LATER);
    }

    private void again(Duration pause) {
        host.thread().after(pause, () -> {
            offering = false;
            if (stale) {
                offer();
            }
        });
    }

    private static String reason(Throwable failure) {
        return Refused.in(failure).map(it -> String.valueOf(it.getMessage())).orElse("it is gone");
    }
}
