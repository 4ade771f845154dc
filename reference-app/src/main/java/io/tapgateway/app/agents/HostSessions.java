package io.tapgateway.app.agents;

import io.tapgateway.app.session.AppSession;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.link.SessionOpener;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ForwardingSession;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Awaited;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAccess;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
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
    private final boolean approveInAgent;

    /**
     * @param windows those of agents whose hooks ask
     * @param contacts told of agents that are heard
     * @param approveInAgent whether tools may be approved where the host of an agent's window says that a person sits:
     *     every program of this user can say that it is such a host (U-108)
     */
    public HostSessions(AppSessions sessions, AgentWindows windows, AgentContacts contacts, boolean approveInAgent) {
        this.sessions = sessions;
        this.windows = windows;
        this.contacts = contacts;
        this.approveInAgent = approveInAgent;
    }

    @Override
    public GatewaySession open(SessionInfo info, SessionHost host) {
        if (host.window().isEmpty()) {
            return sessions.openHere(host, info).gateway();
        }
        AppSessions.Open opened = sessions.openFor(host, info);
        contacts.mcpOpened(opened);
        return new Served(opened);
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

    @Override
    public SessionAccess attach(SessionId session, SessionListener guest) {
        return sessions.attach(session, guest);
    }

    /** The session of an agent, whose calls may say what its hooks know the conversation by. Thread-safe. */
    private class Served extends ForwardingSession {
        private final AppSessions.Open session;
        private volatile boolean named;

        private Served(AppSessions.Open session) {
            super(session.gateway());
            this.session = session;
        }

        @Override
        public CallHandle startCall(String tool, JsonValue args, CallOptions options) {
            if (options.additions().isPresent() && !named) {
                named = windows.learnName(session, options.additions().get());
            }
            return super.startCall(tool, args, options);
        }
    }

    /** A session that its host gives back instead of ending it. Thread-safe. */
    private final class Adopted extends Served {
        private final AgentWindows.Adoption adopted;
        private final SessionHost host;
        private final AtomicBoolean left = new AtomicBoolean();

        private Adopted(AgentWindows.Adoption adopted, SessionHost host) {
            super(adopted.session());
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
        return sessions.find(session.value()).map(AppSessions.Open::host).map(this::user);
    }

    /** Whatever a surface says of itself: one that an agent comes with stands in for its person. */
    private UserAccess user(AppSession session) {
        if (session.window().isEmpty()) {
            return session.user();
        }
        return new UserAccess() {
            @Override
            public Awaited<UserAnswer> ask(UserQuestion question) {
                return session.user().ask(question);
            }

            @Override
            public Attachment attach(Surface surface) {
                return session.user().attach(new AgentSurface(surface, approveInAgent));
            }
        };
    }
}
