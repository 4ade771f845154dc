package io.tapgateway.app.agents;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.link.SessionOpener;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.UserAccess;
import java.util.Optional;

/**
 * The sessions of hosts in other processes. One that names an agent's window hosts that agent, in whose session starts
 * what its directory brings along (G-003); any other is a program that knows what it wants in its session. Thread-safe.
 */
public final class HostSessions implements SessionOpener {
    private final AppSessions sessions;
    private final AgentContacts contacts;

    /** @param contacts told of agents that are heard */
    public HostSessions(AppSessions sessions, AgentContacts contacts) {
        this.sessions = sessions;
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
    public Optional<UserAccess> user(SessionId session) {
        return sessions.find(session.value()).map(it -> it.host().user());
    }
}
