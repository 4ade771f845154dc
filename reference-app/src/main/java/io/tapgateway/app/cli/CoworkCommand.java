package io.tapgateway.app.cli;

import io.tapgateway.agentserver.AgentServer;
import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.app.cowork.CoworkPort;
import io.tapgateway.app.cowork.RunHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.WorkspaceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
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
        mixinStandardHelpOptions = true)
final class CoworkCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = {"-d", "--dir"},
            paramLabel = "DIR",
            description = "Where the model works. Default: the current directory.")
    private @Nullable Path directory;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "Where clients connect; 0 for any. Default: " + AgentServer.USUAL_PORT + ".")
    private int port = AgentServer.USUAL_PORT;

    @Option(
            names = {"-j", "--json"},
            description = "Print one JSON document when the server listens, and nothing else.")
    private boolean json;

    @Option(
            names = {"-y", "--yolo"},
            description = "Ask about nothing; what decides about agents is not changed then.")
    private boolean yolo;

    @Option(
            names = "--approve",
            paramLabel = "commands|edits|nothing",
            description =
                    "What clients are asked about: commands that are not known to be harmless, each change of a file as"
                            + " well, or nothing. Default: commands.")
    private @Nullable ApprovalMode approval;

    @Option(
            names = "--access",
            paramLabel = "user|open",
            description = "Who may connect: your own programs, or those of every user of this machine. Default: user.")
    private CoworkPort.Access access = CoworkPort.Access.USER;

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
        Path work =
                (directory == null ? Path.of("") : directory).toAbsolutePath().normalize();
        if (!Files.isDirectory(work)) {
            throw new Problem("There is no directory '" + work + "' to work in.");
        }
        if (port < 0 || port > 65_535) {
            throw new Problem("A port must be between 0 and 65535, not " + port + ".");
        }
        HomeDirectory persons = home.directory();
        RunHome own = RunHome.of(persons, work, ProcessHandle.current().pid());
        GatewayProcess gateway = GatewayProcess.start(new RunOptions(
                own.directory(),
                new RunOptions.Ports(0, 0),
                List.of(),
                PairingPolicy.standard(),
                new RunOptions.Company(false, false, false),
                false));
        gateway.finallyDo(own::remove);
        StopSignals.stopInGoodOrder(gateway);
        CoworkPort clients = CoworkPort.open(port, access, gateway, settings(persons, work), workspace(persons, work));
        gateway.alsoEnd(clients::close);
        announce(clients, work);
        gateway.notice().ifPresent(output::complain);
        // Signals end the process.
        new CountDownLatch(1).await();
        return 0;
    }

    private AgentServerSettings settings(HomeDirectory persons, Path work) throws Problem {
        return new AgentServerSettings(
                work,
                HomeDirectory.userHome(),
                persons.path().resolve("model-keys"),
                Optional.ofNullable(model),
                Optional.ofNullable(baseUrl),
                System.getenv());
    }

    private WorkspaceSettings workspace(HomeDirectory persons, Path work) {
        ApprovalMode asked = approval == null ? ApprovalMode.COMMANDS : approval;
        return WorkspaceSettings.of(work)
                .without(persons.path(), persons.copilotHome())
                .asking(yolo ? ApprovalMode.NOTHING : asked);
    }

    private void announce(CoworkPort clients, Path work) {
        if (json) {
            output.json(out -> out.text("type", "server_listening")
                    .text("url", clients.url())
                    .number("port", clients.number())
                    .text("cwd", work));
            return;
        }
        output.line("A model works in " + work + " for clients at " + clients.url() + " .");
        if (access == CoworkPort.Access.OPEN) {
            output.complain("Every user of this machine may connect, and have it work with your rights.");
        }
        output.line(
                "Ctrl-C stops it; " + String.valueOf(approvalText()).toLowerCase(Locale.ROOT) + " are asked about.");
    }

    private String approvalText() {
        if (yolo || approval == ApprovalMode.NOTHING) {
            return "No uses of tools";
        }
        return approval == ApprovalMode.EDITS ? "Commands and edits" : "Commands";
    }
}
