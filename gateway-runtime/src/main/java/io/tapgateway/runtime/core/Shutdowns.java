package io.tapgateway.runtime.core;

import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.provider.ProviderRegistry;
import io.tapgateway.runtime.core.provider.Providers;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.stream.InboxDesk;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The end of a session: no new work, a deadline for its providers, then it is gone, once (D-216 – D-224). Confined to
 * the loop.
 */
final class Shutdowns {
    private static final class Pending {
        private final Timers.Timer deadline;
        private final Set<Registration> ready = new HashSet<>();

        private Pending(Timers.Timer deadline) {
            this.deadline = deadline;
        }
    }

    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final HostFeed feed;
    private final Lifecycle lifecycle;
    private final Visibility visibility;
    private final CallDesk calls;
    private final CheckDesk checks;
    private final PromptDesk prompts;
    private final InboxDesk inboxes;
    private final Providers providers;
    private final Entrance entrance;
    private final Map<Session, Pending> pending = new LinkedHashMap<>();

    Shutdowns(
            Kernel kernel,
            SessionRegistry sessions,
            HostFeed feed,
            Lifecycle lifecycle,
            Visibility visibility,
            CallDesk calls,
            CheckDesk checks,
            PromptDesk prompts,
            InboxDesk inboxes,
            Providers providers,
            Entrance entrance) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.feed = feed;
        this.lifecycle = lifecycle;
        this.visibility = visibility;
        this.calls = calls;
        this.checks = checks;
        this.prompts = prompts;
        this.inboxes = inboxes;
        this.providers = providers;
        this.entrance = entrance;
    }

    /** Begins the end of a session; harmless to repeat. */
    void begin(Session session, long deadlineMillis) {
        if (session.isEnding()) {
            return;
        }
        session.beginEnd();
        publish(session, GatewayEvent.SessionChanged.Phase.ENDING);
        checks.withdraw(session, "the session is ending", ApprovalWithdrawal.ENDED);
        calls.cancelQueued(session);
        long at = kernel.now() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
        pending.put(session, new Pending(kernel.timers().at(at, () -> tearDown(session))));
        lifecycle.shutdownPending(session, deadlineMillis);
    }

    /** A provider has cleaned up (D-221); says why that is refused, if it is. */
    Optional<Complaint> ready(Registration registration, ShutdownReady message) {
        Optional<SessionId> named = message.sessionId();
        boolean guessable = !registration.key().scope().isAll();
        Optional<Presence> presence = named.isEmpty() && guessable
                ? registration.presences().stream().findFirst()
                : named.map(registration.presencesBySession()::get);
        Optional<Pending> awaited = presence.map(it -> pending.get(it.session()));
        if (awaited.isEmpty()) {
            return Optional.of(new Complaint(ErrorCode.INVALID_SESSION, refusal(registration, named)));
        }
        awaited.get().ready.add(registration);
        return Optional.empty();
    }

    private static String refusal(Registration registration, Optional<SessionId> named) {
        if (named.map(registration.presencesBySession()::containsKey).orElse(true)) {
            return "/sessionId: no end of a session is pending that this could complete";
        }
        return "/sessionId: no such session, or not yours";
    }

    /** Completes what nobody has to be waited for any more; runs after every step of the core. */
    void sweep() {
        if (pending.isEmpty()) {
            return;
        }
        for (Map.Entry<Session, Pending> entry : List.copyOf(pending.entrySet())) {
            Set<Registration> ready = entry.getValue().ready;
            boolean everybody =
                    entry.getKey().presences().stream().allMatch(presence -> ready.contains(presence.registration()));
            if (everybody) {
                tearDown(entry.getKey());
            }
        }
    }

    /** Ends a session without waiting for anybody. */
    void endNow(Session session) {
        begin(session, 0);
        tearDown(session);
    }

    private void tearDown(Session session) {
        Pending ended = pending.remove(session);
        if (ended == null) {
            return;
        }
        kernel.timers().cancel(ended.deadline);
        checks.withdraw(session, "the session has ended", ApprovalWithdrawal.ENDED);
        calls.endSession(session);
        prompts.endSession(session);
        inboxes.endSession(session);
        for (Presence presence : List.copyOf(session.presences())) {
            if (presence.registration().key().scope().isAll()) {
                providers.registry().leave(presence);
            } else {
                providers.registry().unbind(presence.registration(), ProviderRegistry.Leaving.SESSION_ENDED);
            }
        }
        sessions.remove(session);
        entrance.sessionEnded(session.id());
        providers.sessionEnded(session);
        feed.end(session);
        visibility.changed(session);
        visibility.forget(session.id());
        publish(session, GatewayEvent.SessionChanged.Phase.ENDED);
    }

    private void publish(Session session, GatewayEvent.SessionChanged.Phase phase) {
        if (kernel.effects().isObserved()) {
            kernel.effects().publish(new GatewayEvent.SessionChanged(session.id(), phase));
        }
    }
}
