package io.tapgateway.app.agents;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.mcp.session.GatewayAccess;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Surface;
import java.util.Optional;

/** The gateway of this process, for agents that come in over HTTP. Thread-safe. */
public record SessionsHere(AppSessions sessions, AgentContacts contacts) implements GatewayAccess {
    @Override
    public GatewaySession open(SessionInfo info, SessionHost host) {
        AppSessions.Open opened = sessions.openFor(host, info);
        contacts.mcpOpened(opened);
        return opened.gateway();
    }

    @Override
    public Optional<Attachment> attach(SessionId session, Surface surface) {
        return sessions.find(session.value()).map(it -> it.host().user().attach(surface));
    }
}
