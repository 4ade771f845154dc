package io.tapgateway.app.cli.serving;

import io.tapgateway.agentserver.AgentServer;
import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cowork.CoworkPort;
import io.tapgateway.app.cowork.LentSessions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.StarterWatch;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.WorkspaceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves clients of agent-coworker in a directory, with a gateway of its own. Confined to the main thread. */
@Command(
        name = "cowork",
        description = {
            "Let a model work in a directory, for clients of agent-coworker.",
            "Its terminal, TUI and desktop clients connect to ws://127.0.0.1:7337/ws. A key is taken from OPENAI_API_KEY"
                    + " and the like, with --base-url from TAPGATEWAY_API_KEY, or from what a client has saved."
        },
        exitCodeOnInvalidInput = 1,
        mixinStandardHelpOptions = true)
public final class CoworkCommand implements Callable<Integer> {
    private final Output output;

    @Option(
            names = {"-d", "--dir"},
            paramLabel = "DIR",
            description = "Where the model works. Default: AGENT_WORKING_DIR, or the current directory.")
    private @Nullable Path directory;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "Where clients connect; 0 for any. Default: " + AgentServer.USUAL_PORT + ".")
    private int port = AgentServer.USUAL_PORT;

    @Mixin
    private ServingOptions serving = new ServingOptions();

    @Option(names = "--model", paramLabel = "NAME", description = "The model, until a client names another one.")
    private @Nullable String model;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Where all models are: an OpenAI-compatible API, such as http://localhost:11434/v1.")
    private @Nullable String baseUrl;

    CoworkCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        Path work = Optional.ofNullable(directory)
                .or(() -> Optional.ofNullable(System.getenv("AGENT_WORKING_DIR"))
                        .filter(it -> !it.isBlank())
                        .map(Path::of))
                .orElse(Path.of(""))
                .toAbsolutePath()
                .normalize();
        if (!Files.isDirectory(work)) {
            throw new Problem("There is no directory '" + work + "' to work in.");
        }
        int number = ServingPort.orAny(port);
        HomeDirectory persons = serving.persons();
        GatewayProcess gateway = serving.startGateway(persons, work);
        CoworkPort clients = CoworkPort.open(
                number,
                serving.door(gateway),
                LentSessions.sharing(gateway, workspace(persons, work), persons, serving.checkpoints()),
                settings(persons, work));
        gateway.endFirst(clients::close);
        announce(gateway, clients, work);
        gateway.notice().ifPresent(output::complain);
        serving.starter().ifPresent(starter -> StarterWatch.endBehind(starter, clients::hasClients));
        ServingOptions.serve();
        return 0;
    }

    private AgentServerSettings settings(HomeDirectory persons, Path work) throws Problem {
        return new AgentServerSettings(
                work,
                HomeDirectory.userHome(),
                persons.path().resolve("model-keys"),
                Optional.ofNullable(model),
                Optional.ofNullable(baseUrl),
                System.getenv(),
                AgentServerSettings.USUALLY_KEPT);
    }

    private WorkspaceSettings workspace(HomeDirectory persons, Path work) {
        return WorkspaceSettings.of(work)
                .without(persons.path(), persons.copilotHome())
                .asking(asked());
    }

    private void announce(GatewayProcess gateway, CoworkPort clients, Path work) {
        if (serving.isJson()) {
            output.json(out -> out.text("type", "server_listening")
                    .text("url", clients.url())
                    .number("port", clients.number())
                    .text("cwd", work));
            return;
        }
        output.line("A model works in " + work + " for clients at " + clients.url() + " .");
        serving.advise(gateway, output);
        output.line("Ctrl-C stops it; " + approvalText() + " are asked about.");
    }

    private ApprovalMode asked() {
        return serving.asked(ApprovalMode.COMMANDS);
    }

    private String approvalText() {
        return switch (asked()) {
            case NOTHING -> "no uses of tools";
            case EDITS -> "commands and edits";
            case COMMANDS -> "commands";
        };
    }
}
