package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.runtime.GateLoss;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.rule.RuleSet;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Guard;
import io.tapgateway.runtime.core.state.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The rules that are in force while their providers are not bound, and when that ends (D-084). Confined to the loop.
 */
final class Holds {
    private static final String TOO_MANY = "Too many providers with rules were lost at once.";

    private final Kernel kernel;
    private final HostFeed feed;
    private final Map<Session, List<Hold>> bySession = new LinkedHashMap<>();

    /** One hold for each session that denies everything, in place of the holds there was no room for. */
    private final Map<Session, Hold> catchAlls = new LinkedHashMap<>();

    private final RuleSet everything;

    Holds(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.feed = feed;
        this.everything =
                RuleSet.compile(List.of(new HookRule.Deny(Match.ANY, Optional.of(TOO_MANY))), kernel.limits(), "");
    }

    /**
     * Keeps the rules of a guard whose binding has ended in force, or removes them where the policy, the end of the
     * session or their kind says so.
     */
    void keep(Session session, Guard guard, Optional<Connection> living) {
        session.rules().orphan(guard);
        if (kernel.hookPolicy().gateLoss() == GateLoss.REMOVE
                || session.isEnding()
                || !canStop(session.rules().rulesOf(guard))) {
            session.rules().remove(guard);
        } else if (of(session).size() < kernel.limit(Limit.HELD_RULES)) {
            Hold hold = Hold.left(session, guard, living);
            add(hold);
            startExpiry(hold);
        } else {
            Hold catchAll = catchAlls.computeIfAbsent(session, it -> Hold.left(it, guard, Optional.empty()));
            session.rules().put(catchAll.guard(), everything);
            session.rules().orphan(catchAll.guard());
            if (guard != catchAll.guard()) {
                session.rules().remove(guard);
            }
            kernel.timers().cancel(catchAll.expiry());
            startExpiry(catchAll);
        }
    }

    private void startExpiry(Hold hold) {
        if (kernel.hookPolicy().gateLoss() == GateLoss.HOLD_WINDOW) {
            hold.setExpiry(kernel.after(Limit.GATE_HOLD, () -> expire(hold)));
        }
    }

    /** Whether there is a rule that has to be held; contexts have nothing to guard. */
    static boolean canStop(RuleSet rules) {
        return rules.rules().stream().anyMatch(rule -> !(rule instanceof HookRule.Context));
    }

    void add(Hold hold) {
        bySession.computeIfAbsent(hold.session(), session -> new ArrayList<>()).add(hold);
    }

    /** All holds in a session, oldest first, but for the one in place of those there was no room for. */
    List<Hold> of(Session session) {
        return bySession.getOrDefault(session, List.of());
    }

    /** The holds of that kind in all sessions. */
    List<Hold> all(Predicate<Hold> wanted) {
        return bySession.values().stream().flatMap(List::stream).filter(wanted).toList();
    }

    /** Ends the holds of that kind in one session, and the rules with them. */
    void end(Session session, Predicate<Hold> wanted) {
        List.copyOf(of(session)).stream().filter(wanted).forEach(this::end);
    }

    /** Ends a hold, and the rules with it. */
    void end(Hold hold) {
        kernel.timers().cancel(hold.expiry());
        hold.session().rules().remove(hold.guard());
        forget(hold);
    }

    /** Ends a hold, not the rules. */
    void forget(Hold hold) {
        List<Hold> held = bySession.get(hold.session());
        if (held != null && held.remove(hold) && held.isEmpty()) {
            bySession.remove(hold.session());
        }
    }

    private void expire(Hold hold) {
        Session session = hold.session();
        boolean last = catchAlls.remove(session, hold);
        end(hold);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(kernel.limits().nanos(Limit.GATE_HOLD));
        String whose =
                last ? "of several providers" : "of provider '" + hold.guard().name() + "'";
        feed.warn(session, "the rules " + whose + " no longer hold: it has been gone for " + seconds + " seconds");
    }

    /** A session is over, and nothing is left to guard. */
    void endAll(Session session) {
        end(session, hold -> true);
        Hold catchAll = catchAlls.remove(session);
        if (catchAll != null) {
            end(catchAll);
        }
    }
}
