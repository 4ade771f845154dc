package io.tapgateway.runtime.core.stream;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.state.Injections;
import io.tapgateway.runtime.core.state.Injections.Account;
import io.tapgateway.runtime.core.state.Session;

/**
 * Injects events into conversations, within budgets that keep providers from occupying an agent: one injection of each
 * budget between two idle moments, four of each and twelve of all since the user last acted (D-190 – D-192). Confined
 * to the loop.
 */
public final class Injector {
    private final Kernel kernel;
    private final HostFeed feed;
    private final Lifecycle lifecycle;
    private final InboxDesk inboxes;

    public Injector(Kernel kernel, HostFeed feed, Lifecycle lifecycle, InboxDesk inboxes) {
        this.kernel = kernel;
        this.feed = feed;
        this.lifecycle = lifecycle;
        this.inboxes = inboxes;
    }

    /** Delivers an injection now or at a later idle moment; false if it is refused. */
    boolean inject(Session session, String budgetKey, InjectedPrompt prompt) {
        Account account = session.injections().account(budgetKey);
        if (isPaused(session, account, prompt)) {
            return false;
        }
        if (!account.isOutstanding()) {
            deliver(session, account, prompt);
            return true;
        }
        if (account.waiting().size() >= kernel.limit(Limit.WAITING_INJECTS)) {
            return false;
        }
        account.waiting().addLast(prompt);
        return true;
    }

    /** Tells everybody that the session is idle, if this is the moment, and delivers what waited for it. */
    public void idleIfQuiet(Session session) {
        if (!session.becomesIdle()) {
            return;
        }
        lifecycle.idle(session);
        session.injections().idle();
        deliverWaiting(session);
    }

    /** Delivers what waits and may be delivered by now, one of each account that has none under way. */
    private void deliverWaiting(Session session) {
        for (Account account : session.injections().accounts()) {
            InjectedPrompt next = account.waiting().peekFirst();
            if (next != null && !account.isOutstanding() && !isPaused(session, account, next)) {
                account.waiting().removeFirst();
                deliver(session, account, next);
            }
        }
    }

    /** The user has written something: all budgets are whole again (D-191), and what waits comes after its turn. */
    public void userSpoke(Session session) {
        session.injections().userActed();
    }

    /** The user has done something that is no message: all budgets are whole again, and nothing else begins (U-125). */
    public void userActed(Session session) {
        session.injections().userActed();
        deliverWaiting(session);
    }

    /** Whether there is something that providers of that budget still want to inject. */
    public boolean holds(Session session, String budgetKey) {
        return session.injections()
                .find(budgetKey)
                .filter(account -> !account.waiting().isEmpty())
                .isPresent();
    }

    /** A provider's binding is over: what it still wanted to inject is dropped (D-100). */
    public void drop(Session session, String budgetKey, String provider) {
        session.injections().find(budgetKey).map(Account::waiting).ifPresent(waiting -> {
            String text = " waiting event(s) of " + provider + " were dropped: it is not bound any more";
            feed.warn(session, waiting.size() + text);
            waiting.clear();
        });
    }

    private boolean isPaused(Session session, Account account, InjectedPrompt prompt) {
        Injections injections = session.injections();
        boolean paused = account.delivered() >= kernel.limit(Limit.INJECTS_PER_PROVIDER)
                || injections.delivered() >= kernel.limit(Limit.INJECTS_PER_SESSION);
        if (paused && account.firstWarning()) {
            String who = prompt.source().provider().value();
            feed.warn(
                    session,
                    who + " may not inject any more until the user has done something: too many turns in a row");
        }
        return paused;
    }

    private void deliver(Session session, Account account, InjectedPrompt prompt) {
        session.injections().deliveredOne(account);
        session.touch();
        inboxes.deliver(session, prompt);
    }
}
