package io.tapgateway.app.agents;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.link.SessionOpener;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ForwardingSession;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.UserAccess;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The sessions of hosts in other processes. One that names an agent's window hosts that agent, in whose session starts
 * what its directory brings along (G-003); any other is a program that knows what it wants in its session. Thread-safe.
 */
public final class HostSessions implements SessionOpener {
    private final AppSessions sessions;
    private final AgentWindows windows;
    private final AgentContacts contacts;

    /**
     * @param windows those of agents whose hooks ask
     * @param contacts told of agents that are heard
     */
    public HostSessions(AppSessions sessions, AgentWindows windows, AgentContacts contacts) {
        this.sessions = sessions;
        this.windows = windows;
        this.contacts = contacts;
    }

    @Override
    public GatewaySession open(SessionInfo info, SessionHost host) {
        if (host.window().isEmpty()) {
            return sessions.openHere(host, info).gateway();
        }
        AppSessions.Open opened = sessions.openFor(host, info);
        contacts.mcpOpened(opened);
        return opened.gateway();
    }

    @Override
    public Optional<GatewaySession> adopt(SessionInfo info, SessionHost host) {
        return windows.adopt(host).map(adopted -> {
            GatewaySession session = adopted.session().gateway();
            session.reserveToolNames(info.reservedToolNames());
            contacts.mcpOpened(adopted.session());
            return new Adopted(adopted, host);
        });
    }

    /** A session that its host gives back instead of ending it. Thread-safe. */
    private final class Adopted extends ForwardingSession {
        private final AgentWindows.Adoption adopted;
        private final SessionHost host;
        private final AtomicBoolean left = new AtomicBoolean();

        private Adopted(AgentWindows.Adoption adopted, SessionHost host) {
            super(adopted.session().gateway());
            this.adopted = adopted;
            this.host = host;
        }

        @Override
        public CompletionStage<Void> close() {
            if (!left.getAndSet(true)) {
                leaveArgumentsUnchecked(false);
                reserveToolNames(Set.of());
                windows.takeBack(adopted);
                host.closed();
            }
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public Optional<UserAccess> user(SessionId session) {
        return sessions.find(session.value()).map(it -> it.host().user());
    }
}
