package io.tapgateway.runtime.core.stream;

import io.tapgateway.protocol.model.Capability;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.WaitingPrompts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Brings prompts to agents: by their host, or by way of an inbox, out of which each is handed over once, by the first
 * occasion (M-043). Confined to the loop.
 */
public final class InboxDesk {
    private final Kernel kernel;
    private final HostFeed feed;

    public InboxDesk(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.feed = feed;
    }

    /** A prompt has passed all budgets. */
    void deliver(Session session, InjectedPrompt prompt) {
        if (!session.collectsPrompts()) {
            kernel.effects().notifyHost(session.id(), new HostNotice.Send(prompt));
            return;
        }
        if (!session.inbox().add(prompt)) {
            feed.warn(
                    session,
                    "a prompt of " + prompt.source().provider() + " was not delivered: " + WaitingPrompts.MAX_WAITING
                            + " wait already");
            return;
        }
        kernel.effects().notifyHost(session.id(), new HostNotice.PromptWaits(prompt));
        session.inbox().nextTaker().ifPresent(taker -> {
            kernel.timers().cancel(taker.patience());
            handOver(session, taker.occasion(), taker.receipt());
        });
        tell(session);
    }

    /** Somebody wants what waits, and may wait for it. */
    public void take(
            Session session, PromptOccasion occasion, Duration patience, Receipt<List<InjectedPrompt>> receipt) {
        WaitingPrompts inbox = session.inbox();
        boolean waits = inbox.isEmpty() && patience.toNanos() > 0 && session.collectsPrompts();
        if (waits && inbox.hasRoomForTaker()) {
            inbox.await(occasion, receipt, kernel.timers().at(kernel.now() + patience.toNanos(), () -> {
                if (inbox.giveUp(receipt)) {
                    kernel.effects().complete(receipt, List.of());
                }
            }));
        } else {
            handOver(session, occasion, receipt);
            tell(session);
        }
    }

    private void handOver(Session session, PromptOccasion occasion, Receipt<List<InjectedPrompt>> receipt) {
        List<InjectedPrompt> all = session.inbox().drain();
        bySource(all)
                .forEach((provider, count) -> feed.log(
                        session,
                        TimelineEntry.Level.INFO,
                        provider,
                        count + " prompt(s) handed to the agent " + occasion.words()));
        kernel.effects().complete(receipt, all);
    }

    private static Map<String, Long> bySource(List<InjectedPrompt> prompts) {
        return prompts.stream()
                .collect(Collectors.groupingBy(it -> it.source().provider().value(), Collectors.counting()));
    }

    /** Somebody has come or gone who may inject. */
    public void providersChanged(Session session) {
        if (session.collectsPrompts()) {
            tell(session);
        }
    }

    /** Another host goes on with the session, which may be one of the other kind. */
    public void resumed(Session session, boolean collects) {
        session.collectPrompts(collects);
        session.inbox().tellAnew();
        if (collects) {
            tell(session);
        } else {
            dismiss(session);
            session.inbox().drain().forEach(it -> kernel.effects().notifyHost(session.id(), new HostNotice.Send(it)));
        }
    }

    private void tell(Session session) {
        boolean expectant = session.presences().stream()
                .map(Presence::registration)
                .anyMatch(it -> it.principal().trust().may(Capability.PUSH_EVENTS));
        session.inbox().news(expectant).ifPresent(news -> tell(session, news));
    }

    private void tell(Session session, InboxView news) {
        kernel.effects().notifyHost(session.id(), new HostNotice.InboxChanged(news));
    }

    private void dismiss(Session session) {
        session.inbox().dismissed().forEach(taker -> {
            kernel.timers().cancel(taker.patience());
            kernel.effects().complete(taker.receipt(), List.of());
        });
    }

    /** The session ends: what waits is not delivered, and people are told. */
    public void endSession(Session session) {
        dismiss(session);
        bySource(session.inbox().drain())
                .forEach((provider, count) -> feed.warn(
                        session, count + " prompt(s) of " + provider + " were not delivered: the session has ended"));
    }
}
