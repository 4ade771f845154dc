package io.tapgateway.app.cli.serving;

import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.app.cowork.CoworkPort;
import io.tapgateway.app.cowork.LentSessions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.WorkspaceSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether clients of agent-coworker are served beside everything else. Confined to the main thread. */
public final class CoworkOption {
    @Option(
            names = "--cowork",
            paramLabel = "PORT",
            description =
                    "Serve clients of agent-coworker at this port as well, each with a session of its own in the directory of"
                            + " the workspace; --model and --base-url are theirs, too.")
    private @Nullable Integer port;

    public boolean isWanted() {
        return port != null;
    }

    /**
     * Opens the port, if it is wanted; it closes with the gateway.
     *
     * @param approval what clients are asked about
     * @throws Problem if it cannot be opened
     */
    public void open(ServedWork work, ApprovalMode approval) throws Problem {
        if (port == null) {
            return;
        }
        HomeDirectory home = work.gateway().home();
        AgentServerSettings settings = new AgentServerSettings(
                work.directory().toAbsolutePath().normalize(),
                HomeDirectory.userHome(),
                home.path().resolve("model-keys"),
                work.endpoint().map(OpenAiEndpoint::model),
                work.endpoint().map(it -> it.baseUrl().toString()),
                System.getenv(),
                AgentServerSettings.USUALLY_KEPT);
        WorkspaceSettings workspace = WorkspaceSettings.of(work.directory())
                .without(home.path(), home.copilotHome())
                .asking(approval);
        CoworkPort clients = CoworkPort.open(
                ServingPort.said("--cowork", port),
                work.door(),
                LentSessions.sharing(work.gateway(), workspace, home, work.checkpoints()),
                settings);
        work.gateway().endFirst(clients::close);
    }
}
