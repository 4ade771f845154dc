package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.extension.ExtensionOption;
import io.tapgateway.app.cli.gateway.Announcement;
import io.tapgateway.app.cli.gateway.ConfigOption;
import io.tapgateway.app.cli.gateway.ListenOptions;
import io.tapgateway.app.cli.gateway.SessionsToOpen;
import io.tapgateway.app.cli.serving.AccessOption;
import io.tapgateway.app.cli.serving.AnywhereOption;
import io.tapgateway.app.cli.serving.CoworkOption;
import io.tapgateway.app.cli.serving.ModelOption;
import io.tapgateway.app.cli.serving.ServedWork;
import io.tapgateway.app.cli.serving.WorkspaceOption;
import io.tapgateway.app.cowork.ClientDoor;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HistoryFile;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.News;
import io.tapgateway.app.terminal.Prompt;
import io.tapgateway.app.terminal.PromptInbox;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.workspace.ApprovalMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a gateway in the foreground. Confined to the main thread. */
@Command(
        name = "run",
        description = {
            "Run a gateway until Ctrl-C.",
            "On a terminal you play the agent at a prompt, unless a --model does: 'help' lists its commands, Ctrl-C ends the one that runs (a 'call' cancels its call), and Ctrl-D "
                    + "stops the gateway. Where standard input or output is no terminal, there is no prompt; nothing is read."
        },
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    private static final String DEFAULT_SESSION = "main";

    private static final String DEMO_CALL = "call demo_greet '{\"name\":\"Ada\"}'";

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Option(
            names = SessionsToOpen.OPTION,
            paramLabel = SessionsToOpen.LABEL,
            description = "Open this session; may be repeated. Default: one session '" + DEFAULT_SESSION
                    + "' in the current directory.")
    private List<String> sessions = new ArrayList<>();

    @Mixin
    private ConfigOption config = new ConfigOption();

    @Mixin
    private ModelOption model = new ModelOption();

    @Mixin
    private WorkspaceOption workspace = new WorkspaceOption();

    @Mixin
    private CoworkOption cowork = new CoworkOption();

    @Mixin
    private AnywhereOption anywhere = new AnywhereOption();

    @Mixin
    private AccessOption access = new AccessOption();

    @Mixin
    private ExtensionOption extensions = new ExtensionOption();

    @Option(names = "--headless", description = "No prompt, even on a terminal.")
    private boolean headless;

    @Option(
            names = "--json",
            description = "Print one JSON document when the gateway listens, and nothing else. Implies --headless.")
    private boolean json;

    @Option(
            names = "--demo",
            negatable = true,
            description =
                    "With a demo provider and its tools in the first session, or without. Default: with it, except for --json.")
    private @Nullable Boolean demo;

    RunCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        workspace.check();
        extensions.check(home.directory());
        RunOptions options = options();
        extensions.approve(
                options.home(),
                options.sessions().get(0).cwd().orElse(Path.of("").toAbsolutePath()));
        Optional<ProjectConfig> approved = config.approved(options.home(), options.sessions(), output);
        Optional<OpenAiEndpoint> endpoint = model.endpoint(System.getenv());
        GatewayProcess gateway = GatewayProcess.start(options);
        StopSignals.stopInGoodOrder(gateway);
        workspace.attach(gateway, options.sessions().get(0).id());
        Optional<OpenAiModel> agent = endpoint.map(OpenAiModel::at);
        agent.ifPresent(model -> letThink(gateway, model));
        Path directory = workspace.directory().orElse(Path.of("").toAbsolutePath());
        if (cowork.isWanted() || anywhere.isWanted()) {
            ClientDoor door = access.access(Optional.empty()).door(gateway);
            ServedWork work = new ServedWork(gateway, door, directory, workspace.mode(), endpoint);
            cowork.open(work, workspace.approval());
            anywhere.open(work, workspace.approvalOr(ApprovalMode.EDITS));
            access.warn(output);
        }
        if (approved.isPresent()) {
            gateway.programs().start(options.sessions().get(0).id(), approved.get());
        }
        extensions.start(
                gateway,
                options.sessions().get(0).id(),
                endpoint.map(OpenAiEndpoint::model).orElse(""));
        if (json) {
            output.json(out -> Announcement.write(out, gateway.record(), gateway.home()));
        } else {
            greeting(gateway, agent.isPresent() ? "say 'What can you do here?'" : DEMO_CALL)
                    .forEach(output::advise);
        }
        agent.flatMap(OpenAiModel::objection).ifPresent(output::complain);
        gateway.notice().ifPresent(output::complain);
        Optional<Prompt> prompt = headless || json ? Optional.empty() : Prompt.onTerminal();
        if (prompt.isPresent()) {
            converse(prompt.get(), gateway, endpoint.map(OpenAiEndpoint::model));
            return 0;
        }
        if (!json) {
            output.line("Ctrl-C stops it.");
        }
        // Signals end the process.
        new CountDownLatch(1).await();
        return 0;
    }

    /** Returning ends the process, and with it the gateway. */
    private void converse(Prompt prompt, GatewayProcess gateway, Optional<String> agent) {
        output.line(agent.map(name -> PlainText.of(name)
                        + " is the agent: 'say' talks to it, 'help' lists the rest, Ctrl-D ends all.")
                .orElse("You are the agent now: 'help' lists what you can do, Ctrl-D ends it all. Try: tools"));
        try (prompt) {
            HistoryFile.in(gateway.home()).ifPresent(prompt::rememberIn);
            String session = gateway.sessions()
                    .foreground()
                    .map(it -> it.gateway().info().id().value())
                    .orElse("");
            PromptInbox inbox = new PromptInbox(prompt::tell, prompt, gateway::consoleLink);
            PromptVerbs verbs = new PromptVerbs(
                    Output.onPrompt(prompt.writer(), prompt.paint()),
                    gateway.home(),
                    session,
                    inbox,
                    gateway::confirmConsole,
                    gateway.extensions(),
                    gateway.mcpServers(),
                    id -> gateway.sessions().find(id).map(it -> it.host().user()),
                    gateway.workspaces()::checkpoints);
            gateway.sessions()
                    .forEach(open ->
                            inbox.sitAt(open.gateway().info().id(), open.host().user()));
            gateway.sessions().listen(new News(prompt::tell, prompt.paint(), verbs::prompt, verbs::shows));
            prompt.run(verbs);
        }
        output.line("Stopping; providers have a few seconds to tidy up.");
    }

    private static void letThink(GatewayProcess gateway, LanguageModel agent) {
        gateway.sessions().foreground().ifPresent(session -> gateway.sessions().letThink(session, agent));
    }

    private RunOptions options() throws Problem {
        RunOptions.Ports ports = listen.ports();
        boolean withDemo = demo == null ? !json : demo;
        return new RunOptions(
                home.directory(),
                ports,
                wantedSessions(),
                listen.pairing(),
                listen.absence(),
                listen.company(withDemo),
                false);
    }

    private List<NewSession> wantedSessions() throws Problem {
        if (!sessions.isEmpty()) {
            return SessionsToOpen.parse(sessions);
        }
        Path current = workspace.directory().orElse(Path.of("").toAbsolutePath());
        String label =
                Optional.ofNullable(current.getFileName()).map(Path::toString).orElse(DEFAULT_SESSION);
        return List.of(NewSession.of(DEFAULT_SESSION, label, Optional.of(current)));
    }

    private static List<String> greeting(GatewayProcess gateway, String trial) {
        GatewayRecord record = gateway.record();
        return List.of(
                "Tap Gateway " + record.version() + " is listening.",
                "",
                "  watch and try it here  " + gateway.consoleLink(),
                "                         (good for one browser, within an hour;",
                "                         'tapgateway console' prints another)",
                "",
                "  providers connect to   " + record.url(),
                "  with the token in      " + gateway.home().providerToken(),
                "  your own programs use  " + record.controlUrl() + "api/",
                "  with the token in      " + gateway.home().ownerToken(),
                "",
                "In another terminal, try:",
                "",
                "  tapgateway tools",
                "  tapgateway tail",
                "  tapgateway " + trial,
                "");
    }
}
