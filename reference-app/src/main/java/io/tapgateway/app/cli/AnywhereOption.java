package io.tapgateway.app.cli;

import io.tapgateway.agentserver.AnywhereSettings;
import io.tapgateway.app.cowork.AnywherePort;
import io.tapgateway.app.cowork.ClientDoor;
import io.tapgateway.app.cowork.Folders;
import io.tapgateway.app.cowork.LentSessions;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether clients of Copilot Anywhere are served beside everything else. Confined to the main thread. */
final class AnywhereOption {
    @Option(
            names = "--anywhere",
            paramLabel = "PORT",
            description =
                    "Serve clients of Copilot Anywhere at this port as well, in a session of their own in the directory of the"
                            + " workspace; needs --model.")
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
            throw new Problem("--anywhere wants a port between 1 and 65535, not " + port + ".");
        }
        OpenAiEndpoint asked = endpoint.orElseThrow(() -> new Problem("--anywhere needs --model and --base-url."));
        AnywhereSettings settings =
                new AnywhereSettings(Folders.of(List.of(directory)), OpenAiModel.at(asked), asked.model());
        AnywherePort clients = AnywherePort.open(
                port,
                door,
                LentSessions.ofFolders(gateway, approval, gateway.home(), checkpoints),
                settings,
                gateway.record().controlUrl().toString());
        gateway.endFirst(clients::close);
    }
}
