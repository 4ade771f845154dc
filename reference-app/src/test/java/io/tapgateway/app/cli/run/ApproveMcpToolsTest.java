package io.tapgateway.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.mcp.McpServerCommand;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpStatus;
import io.tapgateway.app.mcp.MeterServer;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.PromptInbox;
import io.tapgateway.app.text.Paint;
import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.runtime.PairingPolicy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools of an MCP server that are others than before: who may let them in, and where. */
@Timeout(60)
class ApproveMcpToolsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final StringWriter screen = new StringWriter();
    private HomeDirectory home;
    private MeterServer server;

    @AutoClose("stop")
    private GatewayProcess gateway;

    private PromptVerbs verbs;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        server = MeterServer.approved(home, Files.createDirectory(directory.resolve("server")));
        gateway = GatewayProcess.start(new RunOptions(
                home,
                new RunOptions.Ports(0, 0),
                List.of(NewSession.of("main", "Main", Optional.empty())),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(false, false, false),
                false));
        verbs = new PromptVerbs(
                Output.onPrompt(new PrintWriter(screen, true), Paint.NONE),
                home,
                "main",
                new PromptInbox(screen::append, wanted -> Optional.empty(), () -> ""),
                code -> false,
                gateway.extensions(),
                gateway.mcpServers(),
                id -> gateway.sessions().find(id).map(it -> it.host().user()),
                gateway.workspaces()::checkpoints);
        await().atMost(PATIENCE)
                .ignoreException(NoSuchElementException.class)
                .until(() -> !view().tools().isEmpty());
    }

    private McpServerView view() throws Problem {
        return gateway.mcpServers().all().stream()
                .map(McpStatus::view)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow();
    }

    private void change(String description) throws Exception {
        server.describe(description);
        gateway.mcpServers().restart(MeterServer.KEY);
        await().atMost(PATIENCE).until(() -> view().waiting().toString().contains(description));
    }

    private String typed(String line) {
        screen.getBuffer().setLength(0);
        verbs.run(List.of(line.split(" ")));
        return screen.toString();
    }

    /** What is to be typed next. */
    private static String nextLine(String shown) {
        return shown.substring(shown.lastIndexOf("so: ") + 4).strip();
    }

    @Test
    void M067_a_person_at_the_prompt_lets_in_what_was_shown_and_nothing_else() throws Exception {
        assertThat(typed("mcp-server approve meter")).contains("No tool of 'meter' waits for you");
        change("Reads and resets the meter.");
        assertThat(view().tools()).isEmpty();

        String shown = typed("mcp-server approve meter");

        assertThat(shown)
                .contains(
                        "The tool 'read' of 'meter':",
                        "- /description: \"Reads the meter.\"",
                        "+ /description: \"Reads and");
        assertThat(view().waiting()).isNotEmpty();
        String yes = nextLine(shown);
        change("Sells the meter.");
        assertThat(typed(yes)).contains("+ /description: \"Sells the meter.\"");
        assertThat(view().waiting()).isNotEmpty();

        assertThat(typed(nextLine(typed("mcp-server approve meter")))).contains("are approved as they were shown");
        await().atMost(PATIENCE)
                .ignoreException(NoSuchElementException.class)
                .until(() -> !view().tools().isEmpty());
        assertThat(view().waiting()).isEmpty();
    }

    @Test
    void M067_U107_no_program_lets_changed_tools_in() throws Exception {
        change("Sells the meter.");
        ControlClient program = ControlClient.find(home);
        String fingerprint = view().fingerprint();

        assertThatThrownBy(() ->
                        program.post("api/mcp-servers/meter/approve", out -> out.text("fingerprint", fingerprint)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Programs may not");
        StringWriter out = new StringWriter();
        int code = new CommandParser(Output.onPrompt(new PrintWriter(out, true), Paint.NONE), List.of())
                .of(new McpServerCommand())
                .execute("approve", "meter", "--home", home.path().toString());

        assertThat(code).isNotZero();
        assertThat(out.toString())
                .contains(
                        "+ /description: \"Sells the meter.\"",
                        "in the console, under MCP servers: http://",
                        "at the prompt");
        assertThat(view().waiting()).isNotEmpty();
    }
}
