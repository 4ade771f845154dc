package io.tapgateway.app.cli;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.AgentPrompt;
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
        description = "Run a gateway until Ctrl-C. On a terminal you play the agent; 'help' says how.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 130;
    private static final String DEFAULT_SESSION = "main";

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

    @Option(names = "--headless", description = "No prompt, even on a terminal.")
    private boolean headless;

    @Option(
            names = "--json",
            description = "Print one line of JSON when the gateway listens, and nothing else. Implies --headless.")
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
        RunOptions options = options();
        Optional<ProjectConfig> approved = config.approved(options.home(), options.sessions());
        GatewayProcess gateway = GatewayProcess.start(options);
        StopSignals.stopInGoodOrder(gateway);
        if (approved.isPresent()) {
            gateway.programs().start(options.sessions().get(0).id(), approved.get());
        }
        if (json) {
            output.json(Announcement.of(gateway.record(), gateway.home())
                    .endObject()
                    .finish());
        } else {
            greeting(gateway).forEach(output::line);
        }
        gateway.notice().ifPresent(output::complain);
        Optional<AgentPrompt> prompt = headless || json ? Optional.empty() : AgentPrompt.onTerminal();
        if (prompt.isPresent()) {
            return converse(prompt.get(), gateway);
        }
        // Signals end the process.
        new CountDownLatch(1).await();
        return 0;
    }

    /** Returning ends the process, and with it the gateway. */
    private int converse(AgentPrompt prompt, GatewayProcess gateway) {
        output.line("You are the agent now. Try: tools");
        try (prompt) {
            return prompt.run(gateway.gateway(), gateway.sessions()) ? INTERRUPTED : 0;
        }
    }

    private RunOptions options() throws Problem {
        RunOptions.Ports ports = listen.ports();
        boolean withDemo = demo == null ? !json : demo;
        return new RunOptions(home.directory(), ports, wantedSessions(), listen.pairing(), withDemo, false);
    }

    private List<NewSession> wantedSessions() throws Problem {
        if (!sessions.isEmpty()) {
            return SessionsToOpen.parse(sessions);
        }
        Path current = Path.of("").toAbsolutePath();
        String label =
                Optional.ofNullable(current.getFileName()).map(Path::toString).orElse(DEFAULT_SESSION);
        return List.of(NewSession.of(DEFAULT_SESSION, label, Optional.of(current)));
    }

    private static List<String> greeting(GatewayProcess gateway) {
        GatewayRecord record = gateway.record();
        return List.of(
                "Tap Gateway " + record.version() + " is listening.",
                "",
                "  watch and try it here  " + gateway.consoleLink(),
                "                         (good for one browser, within an hour; 'tapgateway console' prints another)",
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
                "  tapgateway call demo_greet '{\"name\":\"Ada\"}'",
                "",
                "Ctrl-C stops it.");
    }
}
