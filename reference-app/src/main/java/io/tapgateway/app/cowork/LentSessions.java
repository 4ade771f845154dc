package io.tapgateway.app.cowork;

import io.tapgateway.agentserver.SessionLender;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.SessionUser;
import io.tapgateway.workspace.Workspace;
import io.tapgateway.workspace.WorkspaceSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sessions of the app, each with a workspace, whose agents think for clients. Thread-safe. */
final class LentSessions implements SessionLender {
    private final Gateway gateway;
    private final AppSessions sessions;
    private final WorkspaceSettings workspace;
    private final Map<SessionId, Consumer<TimelineEntry>> timelines = new ConcurrentHashMap<>();

    LentSessions(Gateway gateway, AppSessions sessions, WorkspaceSettings workspace) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.workspace = workspace;
        sessions.listen((session, line) ->
                Optional.ofNullable(timelines.get(session)).ifPresent(listener -> listener.accept(line.entry())));
        sessions.whenEnded(timelines::remove);
    }

    @Override
    public Lent lend(SessionInfo info, Function<SessionUser, ThinkingAgent> agent, Consumer<TimelineEntry> timeline) {
        timelines.put(info.id(), timeline);
        boolean complete = false;
        try {
            AppSessions.Open plain = sessions.openHere(SessionHost.ignoringEverything(), info);
            AppSessions.Thinking thinking = sessions.hand(plain, agent);
            Workspace.attach(gateway, info.id(), workspace);
            complete = true;
            return new Lent(
                    thinking.agent(),
                    thinking.session().gateway(),
                    thinking.session().host().user());
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException("The directory cannot be a workspace: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                timelines.remove(info.id());
                sessions.find(info.id().value()).ifPresent(it -> {
                    var unused = sessions.end(it);
                });
            }
        }
    }
}
