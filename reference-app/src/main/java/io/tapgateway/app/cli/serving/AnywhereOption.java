package io.tapgateway.app.cli.serving;

import io.tapgateway.agentserver.AnywhereSettings;
import io.tapgateway.app.cowork.AnywherePort;
import io.tapgateway.app.cowork.Folders;
import io.tapgateway.app.cowork.LentSessions;
import io.tapgateway.app.home.Problem;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.workspace.AllowedPaths;
import io.tapgateway.workspace.ApprovalMode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether clients of Copilot Anywhere are served beside everything else. Confined to the main thread. */
public final class AnywhereOption {
    @Option(
            names = "--anywhere",
            paramLabel = "PORT",
            description =
                    "Serve clients of Copilot Anywhere at this port as well, in a session of their own in the directory of the"
                            + " workspace; needs --model.")
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
        OpenAiEndpoint asked =
                work.endpoint().orElseThrow(() -> new Problem("--anywhere needs --model and --base-url."));
        AnywhereSettings settings =
                new AnywhereSettings(Folders.of(List.of(work.directory())), OpenAiModel.at(asked), asked.model());
        AnywherePort clients = AnywherePort.open(
                ServingPort.said("--anywhere", port),
                work.door(),
                LentSessions.ofFolders(
                        work.gateway(),
                        approval,
                        AllowedPaths.ALL,
                        work.gateway().home(),
                        work.checkpoints()),
                settings,
                work.gateway().record().controlUrl().toString());
        work.gateway().endFirst(clients::close);
    }
}
