package io.tapgateway.app.cli;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.AgentPrompt;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.transport.ws.WebSocketSettings;
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
    private static final int CONTROL_PORT = 9401;
    private static final int MAX_PORT = 65_535;
    private static final int INTERRUPTED = 130;
    private static final String DEFAULT_SESSION = "main";

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + WebSocketSettings.STANDARD_PORT,
            description = "Where providers connect; 0 picks a free port. Default: ${DEFAULT-VALUE}")
    private int port = WebSocketSettings.STANDARD_PORT;

    @Option(
            names = "--control-port",
            paramLabel = "N",
            defaultValue = "" + CONTROL_PORT,
            description = "Where your own programs connect; 0 picks a free port. Default: ${DEFAULT-VALUE}")
    private int controlPort = CONTROL_PORT;

    @Option(
            names = "--session",
            paramLabel = "ID[:LABEL[:DIR]]",
            description = "Open this session; may be repeated. Default: one session '" + DEFAULT_SESSION
                    + "' in the current directory.")
    private List<String> sessions = new ArrayList<>();

    @Option(
            names = "--pairing",
            paramLabel = "deny|window|ask",
            description =
                    "Who may ask for a pairing code: nobody, anybody while 'pair' has opened a window, or anybody at "
                            + "any time. Default: ask for programs and pages of this machine, window for the pages of other sites.")
    private PairingPolicy.@Nullable Mode pairing;

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
        GatewayProcess gateway = GatewayProcess.start(options());
        StopSignals.stopInGoodOrder(gateway);
        if (json) {
            output.json(announcement(gateway));
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
        requirePort("--port", port);
        requirePort("--control-port", controlPort);
        if (port == controlPort && port != 0) {
            throw new Problem("--port and --control-port must differ.");
        }
        PairingPolicy policy = pairing == null ? PairingPolicy.standard() : PairingPolicy.always(pairing);
        return new RunOptions(
                home.directory(), port, controlPort, wantedSessions(), policy, demo == null ? !json : demo);
    }

    private List<NewSession> wantedSessions() throws Problem {
        Path current = Path.of("").toAbsolutePath();
        List<NewSession> wanted = new ArrayList<>();
        if (sessions.isEmpty()) {
            String label = Optional.ofNullable(current.getFileName())
                    .map(Path::toString)
                    .orElse(DEFAULT_SESSION);
            wanted.add(NewSession.of(DEFAULT_SESSION, label, Optional.of(current)));
        }
        for (String text : sessions) {
            NewSession session = parsed(text, current);
            if (wanted.stream().anyMatch(other -> other.id().equals(session.id()))) {
                throw new Problem("--session " + session.id() + " is given twice.");
            }
            wanted.add(session);
        }
        return wanted;
    }

    private static NewSession parsed(String text, Path current) throws Problem {
        try {
            return NewSession.parse(text, current);
        } catch (IllegalArgumentException e) {
            throw new Problem("--session: " + e.getMessage());
        }
    }

    private static void requirePort(String option, int value) throws Problem {
        if (value < 0 || value > MAX_PORT) {
            throw new Problem(option + " must be between 0 and " + MAX_PORT + ".");
        }
    }

    private static String announcement(GatewayProcess gateway) {
        GatewayRecord record = gateway.record();
        HomeDirectory home = gateway.home();
        return new JsonText()
                .beginObject()
                .name("type")
                .string("gateway_listening")
                .name("url")
                .string(record.url())
                .name("port")
                .number(record.port())
                .name("controlUrl")
                .string(record.controlUrl())
                .name("controlPort")
                .number(record.controlPort())
                .name("home")
                .string(home.path().toString())
                .name("providerTokenFile")
                .string(home.providerToken().toString())
                .name("ownerTokenFile")
                .string(home.ownerToken().toString())
                .name("pid")
                .number(record.pid())
                .name("version")
                .string(record.version())
                .endObject()
                .finish();
    }

    private static List<String> greeting(GatewayProcess gateway) {
        GatewayRecord record = gateway.record();
        return List.of(
                "Tap Gateway " + record.version() + " is listening.",
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
