package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.rule.RuleSet;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Guard;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the rules of each session in step with the providers bound there: rules are added and removed in the same step
 * as their binding, and those of a lost provider are held for a while, with their gates denying (D-084, D-092, D-105,
 * D-175). Confined to the loop.
 */
public final class RuleDesk {
    private final Kernel kernel;
    private final Holds holds;
    private List<HookRule> compiledLast = List.of();
    private RuleSet compiled = RuleSet.NONE;

    public RuleDesk(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.holds = new Holds(kernel, feed);
    }

    /**
     * Compiles rules; those that were compiled last are remembered, since each list is needed several times in a row.
     *
     * @param at where they stand in their message, as a JSON pointer
     * @throws InvalidMessage if one of them cannot be evaluated
     */
    public RuleSet compile(List<HookRule> rules, String at) {
        if (rules != compiledLast) {
            compiled = RuleSet.compile(rules, kernel.limits(), at);
            compiledLast = rules;
        }
        return compiled;
    }

    private RuleSet rulesOf(Hooks hooks) {
        return hooks.onPreToolUse()
                .map(rules -> compile(rules, "/onPreToolUse"))
                .orElse(RuleSet.NONE);
    }

    private RuleSet rulesOf(Registration registration) {
        return rulesOf(registration.contribution().hooks().orElse(Hooks.NONE));
    }

    /** Whether a provider brings rules that can keep a tool from being used. */
    public boolean canStop(Registration registration) {
        return Holds.canStop(rulesOf(registration));
    }

    /** A provider has entered a session: its rules are in force, and take the place of what was held of it. */
    public void entered(Presence presence) {
        Registration registration = presence.registration();
        Connection connection = registration.connection();
        boolean speaksOfRules = presence.hooks().onPreToolUse().isPresent();
        RuleSet rules = rulesOf(presence.hooks());
        holds.end(
                presence.session(),
                hold -> hold.wasLeftBy(connection)
                        || hold.awaits(registration)
                        || (speaksOfRules && hold.guard().isSucceededBy(registration)));
        presence.session().rules().put(presence.guard(), rules);
    }

    /** A provider has changed its rules in a session. */
    public void changed(Presence presence) {
        RuleSet rules = rulesOf(presence.hooks());
        holds.end(presence.session(), hold -> hold.guard().isSucceededBy(presence.registration()));
        presence.session().rules().put(presence.guard(), rules);
    }

    /** A provider has changed the rules that it brings to sessions it has yet to enter. */
    public void templateChanged(Registration registration) {
        for (Hold hold : holds.all(it -> it.awaits(registration))) {
            hold.session().rules().put(hold.guard(), rulesOf(registration));
        }
    }

    /**
     * A session has begun, and a provider bound to all of them has yet to enter it: until then its rules deny (D-175).
     */
    public void await(Registration registration, Session session) {
        Guard guard = Guard.expected(registration);
        session.rules().put(guard, rulesOf(registration));
        session.rules().orphan(guard);
        holds.add(Hold.awaiting(session, guard, registration));
    }

    /**
     * A binding is ending whose provider may come back: its rules stay in force without it.
     *
     * @param living its connection, if that lives on
     */
    public void desert(Registration registration, Optional<Connection> living) {
        for (Presence presence : registration.presences()) {
            presence.guard().leavePost();
            holds.keep(presence.session(), presence.guard(), living);
        }
        for (Hold hold : holds.all(it -> it.awaits(registration))) {
            hold.guard().leavePost();
            holds.forget(hold);
            holds.keep(hold.session(), hold.guard(), living);
        }
    }

    /** A binding is ending for good: its rules go, and whatever else was held of that identity (D-099). */
    public void release(Registration registration) {
        for (Presence presence : registration.presences()) {
            leave(presence);
        }
        holds.all(hold -> hold.awaits(registration) || hold.guard().isSucceededBy(registration))
                .forEach(holds::end);
    }

    /** A connection without a binding says goodbye: nothing is held of what it was (D-092). */
    public void release(Connection connection) {
        holds.all(hold -> hold.wasLeftBy(connection)).forEach(holds::end);
    }

    /** A provider leaves one session: its rules there go, unless they are held already. */
    public void leave(Presence presence) {
        if (presence.guard().registration().isPresent()) {
            presence.guard().leavePost();
            presence.session().rules().remove(presence.guard());
        }
    }

    /** A session is over. */
    public void sessionEnded(Session session) {
        holds.endAll(session);
    }
}
