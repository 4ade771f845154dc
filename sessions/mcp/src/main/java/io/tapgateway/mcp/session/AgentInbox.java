package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptOccasion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prompts that wait for one agent: most of them at the gateway, where hooks of the agent take them as well, and
 * here, in their envelopes, those that were taken and could not be handed over, and what rules said to calls whose
 * result has no place for it (M-026, M-043). Thread-safe.
 */
final class AgentInbox {
    static final int MOST_KEPT = 50;

    private static final Logger LOG = LoggerFactory.getLogger(AgentInbox.class);

    private final AgentChannel channel;
    private final GatewayClock clock;
    private final Function<PromptOccasion, CompletionStage<List<InjectedPrompt>>> gateway;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<String> here = new ArrayList<>();

    @GuardedBy("lock")
    private final Set<Waiter> waiters = new LinkedHashSet<>();

    /** Written under the lock. */
    private volatile InboxView there = InboxView.NONE;

    /** Written under the lock. */
    private volatile boolean any;

    @GuardedBy("lock")
    private boolean closed;

    /** @param gateway where what waits is taken */
    AgentInbox(
            AgentChannel channel,
            GatewayClock clock,
            Function<PromptOccasion, CompletionStage<List<InjectedPrompt>>> gateway) {
        this.channel = channel;
        this.clock = clock;
        this.gateway = gateway;
    }

    /** Somebody who waits. Confined to the lock of the inbox, but for what is done in the end. */
    private static final class Waiter {
        private final Runnable action;
        private Wakeup patience = () -> {};

        private Waiter(Runnable action) {
            this.action = action;
        }
    }

    /**
     * The gateway's inbox is another one.
     *
     * @return whether it is now offered to the agent and was not, or the other way round
     */
    boolean changed(InboxView now) {
        List<Waiter> served;
        boolean turned;
        lock.lock();
        try {
            turned = there.expectant() != now.expectant();
            there = now;
            served = servedNow();
        } finally {
            lock.unlock();
        }
        served.forEach(it -> it.action.run());
        return turned;
    }

    /** These are for the agent, and it has not got them. */
    void giveBack(List<String> prompts) {
        add(prompts);
    }

    /**
     * Answers a request with prompts that were taken, if its agent gets that at once; else without them, and they wait
     * for the next occasion.
     *
     * @param result with those that it gets
     * @return whether it was to be answered still
     */
    boolean answer(OpenRequest request, List<String> prompts, Function<List<String>, JsonValue> result) {
        if (prompts.isEmpty()) {
            return channel.answer(request, RpcAnswer.of(result.apply(prompts)));
        }
        if (channel.answerIfHeard(request, RpcAnswer.of(result.apply(prompts)))) {
            return true;
        }
        giveBack(prompts);
        return channel.answer(request, RpcAnswer.of(result.apply(List.of())));
    }

    /** What rules have said to a call, and its result does not show; beyond {@value #MOST_KEPT} it is not kept. */
    void keep(List<String> contexts) {
        int room = Math.max(0, MOST_KEPT - left());
        if (contexts.size() > room) {
            LOG.warn("The agent does not read what rules say to its calls: {} are not kept", contexts.size() - room);
        }
        if (!contexts.isEmpty()) {
            add(contexts.subList(0, Math.min(room, contexts.size())));
        }
    }

    private void add(List<String> texts) {
        List<Waiter> served;
        lock.lock();
        try {
            if (closed) {
                report(texts.size());
                return;
            }
            here.addAll(texts);
            served = servedNow();
        } finally {
            lock.unlock();
        }
        served.forEach(it -> it.action.run());
    }

    @GuardedBy("lock")
    private List<Waiter> servedNow() {
        any = !here.isEmpty() || there.waiting() > 0;
        if (!any) {
            return List.of();
        }
        List<Waiter> all = List.copyOf(waiters);
        waiters.clear();
        all.forEach(it -> it.patience.cancel());
        return all;
    }

    /** Another one whenever a prompt has come or gone. */
    String mark() {
        lock.lock();
        try {
            return there.waiting() + "+" + here.size();
        } finally {
            lock.unlock();
        }
    }

    /** Whether somebody is there who may put something into it. */
    boolean isOffered() {
        return there.expectant();
    }

    /** Whether there is something in it. */
    boolean isFilled() {
        return any;
    }

    /** Does something as soon as there is something in it, or after so long; on the caller's or another thread. */
    void await(Duration patience, Runnable action) {
        Waiter waiter = new Waiter(action);
        lock.lock();
        try {
            if (!any && !patience.isZero()) {
                waiters.add(waiter);
                waiter.patience = clock.wakeAt(clock.nanos() + patience.toNanos(), () -> giveUp(waiter));
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    private void giveUp(Waiter waiter) {
        boolean waited;
        lock.lock();
        try {
            waited = waiters.remove(waiter);
        } finally {
            lock.unlock();
        }
        if (waited) {
            waiter.action.run();
        }
    }

    /** Takes all that wait, in their envelopes; each is taken once. What cannot be had now waits for the next time. */
    CompletionStage<List<String>> take(PromptOccasion occasion) {
        List<String> mine;
        boolean more;
        lock.lock();
        try {
            mine = List.copyOf(here);
            here.clear();
            more = there.waiting() > 0;
            any = more;
        } finally {
            lock.unlock();
        }
        return more
                ? gateway.apply(occasion)
                        .exceptionally(gone -> {
                            LOG.warn("What waits for the agent at the gateway cannot be had now", gone);
                            return List.of();
                        })
                        .thenApply(theirs -> Stream.concat(
                                        mine.stream(), theirs.stream().map(InjectedPrompt::framed))
                                .toList())
                : CompletableFuture.completedFuture(mine);
    }

    private int left() {
        lock.lock();
        try {
            return here.size();
        } finally {
            lock.unlock();
        }
    }

    /** The agent is gone: nobody gets those that are here any more, nor what comes back. */
    void close() {
        lock.lock();
        try {
            closed = true;
            report(here.size());
            here.clear();
        } finally {
            lock.unlock();
        }
    }

    private static void report(int undelivered) {
        if (undelivered > 0) {
            LOG.warn("{} prompt(s) were not delivered: the agent is gone", undelivered);
        }
    }
}
