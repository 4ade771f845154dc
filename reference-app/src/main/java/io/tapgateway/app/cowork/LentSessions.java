package io.tapgateway.app.cowork;

import io.tapgateway.agentserver.SessionLender;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.workspace.SessionWorkspaces;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.SessionUser;
import io.tapgateway.workspace.AllowedPaths;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.ToolSet;
import io.tapgateway.workspace.Workspace;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sessions of the app, each with a workspace, whose agents think for clients. Thread-safe. */
public final class LentSessions implements SessionLender {
    private final SessionWorkspaces attached;
    private final HomeDirectory persons;
    private final Optional<CheckpointMode> checkpoints;
    private final AppSessions sessions;
    private final SessionMcpServers mcpServers;
    private final Function<SessionInfo, WorkspaceSettings> workspaces;
    private final Map<SessionId, Consumer<TimelineEntry>> timelines = new ConcurrentHashMap<>();

    private LentSessions(
            GatewayProcess process,
            HomeDirectory persons,
            Optional<CheckpointMode> checkpoints,
            Function<SessionInfo, WorkspaceSettings> workspaces) {
        this.attached = process.workspaces();
        this.persons = persons;
        this.checkpoints = checkpoints;
        this.sessions = process.sessions();
        this.mcpServers = process.mcpServers();
        this.workspaces = workspaces;
        sessions.listen((session, line) ->
                Optional.ofNullable(timelines.get(session)).ifPresent(listener -> listener.accept(line.entry())));
        sessions.whenEnded(timelines::remove);
        sessions.whenEnded(attached::forget);
    }

    /**
     * Sessions that share a workspace.
     *
     * @param persons the home where its checkpoints are kept
     * @param checkpoints when they are made; never, if empty
     */
    public static LentSessions sharing(
            GatewayProcess process,
            WorkspaceSettings workspace,
            HomeDirectory persons,
            Optional<CheckpointMode> checkpoints) {
        return new LentSessions(process, persons, checkpoints, session -> workspace);
    }

    /**
     * Sessions each of which works in its own directory, with the tools of Copilot Anywhere.
     *
     * @param asked what a person is asked about
     * @param reached what of the directories their tools reach
     * @param persons the home where checkpoints are kept, which is closed to all of them, as that of the gateway is
     * @param checkpoints when they are made; never, if empty
     */
    public static LentSessions ofFolders(
            GatewayProcess process,
            ApprovalMode asked,
            AllowedPaths reached,
            HomeDirectory persons,
            Optional<CheckpointMode> checkpoints) {
        return new LentSessions(
                process,
                persons,
                checkpoints,
                session -> WorkspaceSettings.of(session.cwd().orElseThrow())
                        .without(
                                persons.path(),
                                persons.copilotHome(),
                                process.home().path())
                        .asking(asked)
                        .allowing(reached)
                        .offering(ToolSet.ANYWHERE));
    }

    @Override
    public Lent lend(SessionInfo info, Function<SessionUser, ThinkingAgent> agent, Consumer<TimelineEntry> timeline) {
        timelines.put(info.id(), timeline);
        boolean complete = false;
        try {
            AppSessions.Open plain = sessions.openHere(SessionHost.ignoringEverything(), info);
            AppSessions.Handed<ThinkingAgent> thinking = sessions.hand(plain, agent, ThinkingAgent::drive);
            Workspace workspace = attached.attach(info.id(), workspaces.apply(info), checkpoints, persons);
            complete = true;
            return new Lent(
                    thinking.host(),
                    thinking.session().gateway(),
                    thinking.session().host().user(),
                    workspace.checkpoints(),
                    attached -> mcpServers.attach(info.id(), attached));
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
