package io.tapgateway.agentserver;

import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.SessionUser;
import io.tapgateway.workspace.Workspace;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sessions of a real gateway, with a workspace if a test says so. Thread-safe. */
final class GatewayLender implements SessionLender {
    private final Gateway gateway;
    private final List<Lent> lent = new CopyOnWriteArrayList<>();
    private final List<Boolean> mcp = new CopyOnWriteArrayList<>();
    private volatile Optional<WorkspaceSettings> workspace = Optional.empty();

    GatewayLender(Gateway gateway) {
        this.gateway = gateway;
    }

    /** Those that were lent. */
    List<Lent> lent() {
        return lent;
    }

    /** How the MCP servers of sessions were switched. */
    List<Boolean> mcp() {
        return mcp;
    }

    /** Later sessions work there. */
    void workIn(WorkspaceSettings settings) {
        workspace = Optional.of(settings);
    }

    @Override
    public Lent lend(SessionInfo info, Function<SessionUser, ThinkingAgent> agentOf, Consumer<TimelineEntry> timeline) {
        SessionUser user = SessionUser.create(System::nanoTime);
        ThinkingAgent agent = agentOf.apply(user);
        GatewaySession session = agent.drive(gateway.openSession(info, new AskingHost(agent, user, timeline)));
        Lent opened = new Lent(agent, session, user, workspace.flatMap(it -> attached(info, it)), mcp::add);
        lent.add(opened);
        return opened;
    }

    private Optional<Checkpoints> attached(SessionInfo info, WorkspaceSettings settings) {
        try {
            return Workspace.attach(gateway, info.id(), settings).checkpoints();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the app does for its sessions: what a person has to approve goes to whoever sits there. */
    private record AskingHost(ThinkingAgent agent, SessionUser user, Consumer<TimelineEntry> timeline)
            implements SessionHost {
        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            agent.toolsChanged(tools);
        }

        @Override
        public void log(TimelineEntry entry) {
            agent.log(entry);
            timeline.accept(entry);
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return agent.send(prompt);
        }

        @Override
        public CompletionStage<CallApproval> approve(CallQuestion question) {
            List<ApprovalRequest.Source> sources = question.askers().stream()
                    .map(it -> new ApprovalRequest.Source(it.provider(), it.trust(), it.reason()))
                    .toList();
            return user.approve(new ApprovalRequest(question.tool(), question.provider(), question.args(), sources)
                            .showing(question.preview().flatMap(UsePreview::diff)))
                    .answer()
                    .thenApply(answer -> answer instanceof Approval.Approved
                            ? CallApproval.APPROVED
                            : CallApproval.denied("The person says no."));
        }

        @Override
        public void closed() {
            user.end();
            agent.closed();
        }
    }
}
