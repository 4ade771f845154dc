package io.tapgateway.app.cli;

import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.app.cowork.ClientDoor;
import io.tapgateway.app.cowork.CoworkPort;
import io.tapgateway.app.cowork.LentSessions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether clients of agent-coworker are served beside everything else. Confined to the main thread. */
final class CoworkOption {
    @Option(
            names = "--cowork",
            paramLabel = "PORT",
            description =
                    "Serve clients of agent-coworker at this port as well, each with a session of its own in the directory of"
                            + " the workspace; --model and --base-url are theirs, too.")
    private @Nullable Integer port;

    boolean isWanted() {
        return port != null;
    }

    /**
     * Opens the port, if it is wanted; it closes with the gateway.
     *
     * @throws Problem if it cannot be opened
     */
    void open(
            GatewayProcess gateway,
            ClientDoor door,
            Path directory,
            ApprovalMode approval,
            Optional<CheckpointMode> checkpoints,
            Optional<OpenAiEndpoint> endpoint)
            throws Problem {
        if (port == null) {
            return;
        }
        if (port < 1 || port > 65_535) {
            throw new Problem("--cowork wants a port between 1 and 65535, not " + port + ".");
        }
        HomeDirectory home = gateway.home();
        AgentServerSettings settings = new AgentServerSettings(
                directory.toAbsolutePath().normalize(),
                HomeDirectory.userHome(),
                home.path().resolve("model-keys"),
                endpoint.map(OpenAiEndpoint::model),
                endpoint.map(it -> it.baseUrl().toString()),
                System.getenv(),
                AgentServerSettings.USUALLY_KEPT);
        WorkspaceSettings workspace = WorkspaceSettings.of(directory)
                .without(home.path(), home.copilotHome())
                .asking(approval);
        CoworkPort clients =
                CoworkPort.open(port, door, LentSessions.sharing(gateway, workspace, home, checkpoints), settings);
        gateway.endFirst(clients::close);
    }
}
