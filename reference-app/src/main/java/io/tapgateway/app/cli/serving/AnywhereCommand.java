package io.tapgateway.app.cli.serving;

import io.tapgateway.agentserver.AnywhereServer;
import io.tapgateway.agentserver.AnywhereSettings;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cowork.AnywherePort;
import io.tapgateway.app.cowork.Folders;
import io.tapgateway.app.cowork.LentSessions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.workspace.AllowedPaths;
import io.tapgateway.workspace.ApprovalMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves clients of Copilot Anywhere in folders, with a gateway of its own. Confined to the main thread. */
@Command(
        name = "anywhere",
        description = {
            "Let a model work in folders, for clients of Copilot Anywhere.",
            "They send messages to http://127.0.0.1:3939/message and listen to /events. A key is taken from the environment"
                    + " variable " + OpenAiEndpoint.KEY_VARIABLE + "."
        },
        mixinStandardHelpOptions = true)
public final class AnywhereCommand implements Callable<Integer> {
    private final Output output;

    @Option(
            names = {"-f", "--folder"},
            paramLabel = "DIR",
            description = "Where the model works; may be repeated. Default: the current directory.")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "Where clients connect; 0 for any. Default: " + AnywhereServer.USUAL_PORT + ".")
    private int port = AnywhereServer.USUAL_PORT;

    @Mixin
    private ServingOptions serving = new ServingOptions();

    @Option(
            names = "--allow",
            paramLabel = "PATH",
            description =
                    "What of the folders the model reaches, as a path below each of them; may be repeated. Default: *,"
                            + " everything.")
    private List<String> allowed = new ArrayList<>();

    @Mixin
    private ModelOption model = new ModelOption();

    AnywhereCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        int number = ServingPort.orAny(port);
        AllowedPaths reached = reached();
        OpenAiEndpoint endpoint = model.endpoint(System.getenv())
                .orElseThrow(() -> new Problem("A model is needed: say --model and --base-url."));
        OpenAiModel thinking = OpenAiModel.at(endpoint);
        AnywhereSettings settings = new AnywhereSettings(Folders.of(folders), thinking, endpoint.model());
        HomeDirectory persons = serving.persons();
        Path first = settings.folders().get(0).path();
        GatewayProcess gateway = serving.startGateway(persons, first);
        ApprovalMode asked = serving.asked(ApprovalMode.EDITS);
        AnywherePort clients = AnywherePort.open(
                number,
                serving.door(gateway),
                LentSessions.ofFolders(gateway, asked, reached, persons, serving.checkpoints()),
                settings,
                gateway.record().controlUrl().toString());
        gateway.endFirst(clients::close);
        announce(gateway, clients, settings);
        thinking.objection().ifPresent(output::complain);
        gateway.notice().ifPresent(output::complain);
        ServingOptions.serve();
        return 0;
    }

    private AllowedPaths reached() throws Problem {
        try {
            return AllowedPaths.of(allowed);
        } catch (IllegalArgumentException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        }
    }

    private void announce(GatewayProcess gateway, AnywherePort clients, AnywhereSettings settings) {
        if (serving.isJson()) {
            output.json(out -> out.text("type", "server_listening")
                    .text("url", clients.url())
                    .number("port", clients.number())
                    .objects(
                            "sessions",
                            settings.folders(),
                            (each, folder) -> each.text("id", folder.id()).text("path", folder.path())));
            return;
        }
        output.line("A model works for clients at " + clients.url() + " in:");
        settings.folders().forEach(it -> output.line("  " + it.id() + "  " + it.path()));
        serving.advise(gateway, output);
        output.line("Ctrl-C stops it.");
    }
}
