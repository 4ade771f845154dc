package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Watches that providers bound to all sessions enter new ones. With strict new sessions their rules are held there
 * until they do; in any case the session is warned of rules that are late (D-175). Confined to the loop.
 */
final class Readiness {
    private final Kernel kernel;
    private final ProviderRegistry registry;
    private final RuleDesk rules;
    private final HostFeed feed;
    private final Map<Session, Timers.Timer> watched = new HashMap<>();

    Readiness(Kernel kernel, ProviderRegistry registry, RuleDesk rules, HostFeed feed) {
        this.kernel = kernel;
        this.registry = registry;
        this.rules = rules;
        this.feed = feed;
    }

    /** A session has begun; nobody is in it yet. */
    void sessionBegan(Session session) {
        List<Registration> everywhere = registry.boundToAll();
        if (everywhere.isEmpty()) {
            return;
        }
        if (kernel.hookPolicy().strictNewSessions()) {
            everywhere.forEach(registration -> rules.await(registration, session));
        }
        watched.put(session, kernel.after(Limit.READY_WARNING, () -> warn(session)));
    }

    private void warn(Session session) {
        watched.remove(session);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(kernel.limits().nanos(Limit.READY_WARNING));
        for (Registration registration : registry.boundToAll()) {
            boolean present = registration.presencesBySession().containsKey(session.id());
            if (!present && !session.isEnding() && rules.canStop(registration)) {
                String effect = kernel.hookPolicy().strictNewSessions()
                        ? "what they concern is denied"
                        : "they do not hold here";
                String text = "provider '" + registration.identity() + "' has rules and is not ready after " + seconds
                        + " seconds; until it is, " + effect;
                feed.warn(session, text);
            }
        }
    }

    /** A session is over. */
    void sessionEnded(Session session) {
        kernel.timers().cancel(watched.remove(session));
        rules.sessionEnded(session);
    }
}
