package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.AskingServer;
import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.app.run.ChatEndpoint;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An app on a terminal in which something has happened for each view of its console, and a browser that may say yes:
 * calls of all results, numbers, a conversation, an extension with a panel, an MCP server; a change of a file and a
 * form wait for the person. Confined to the test.
 */
final class FurnishedApp implements AutoCloseable {
    /** Every view of the console, by what stands in its address. */
    static final List<String> VIEWS = List.of(
            "",
            "timeline",
            "streams",
            "calls",
            "numbers",
            "chat",
            "tools",
            "tools/builds",
            "commands",
            "gates",
            "prompt",
            "providers",
            "connect",
            "servers",
            "extensions",
            "sessions",
            "pairing",
            "limits");

    private static final Pattern LINK =
            Pattern.compile("http://[a-z2-7]{16}\\.localhost:\\d+/sign-in\\?code=[\\w-]{43}");

    private static final String EXTENSION = """
            import json, sys

            def say(**frame):
                print(json.dumps(frame), flush=True)

            say(type="hello", name="game", version="1.2")
            say(type="register_command", name="play", description="Play a game.")
            say(type="register_command", name="score", description="Show who has won how often, and against whom.")
            say(type="notify", level="warn", message="Nobody has played for a while.")
            say(type="ready")
            for line in sys.stdin:
                frame = json.loads(line)
                if frame["type"] == "command_invoked":
                    lines = ["\\x1b[32mo\\x1b[0m " * 20 + str(i) for i in range(12)]
                    say(type="command_response", id=frame["id"], action="open_panel",
                        open_panel={"id": "board", "title": "Board", "lines": lines, "footer": "arrows move"})
                elif frame["type"] == "shutdown":
                    break
            """;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Path directory;
    private final AppOnTerminal app;
    private final ControlClient client;
    private final Browser browser;
    private final Newcomer person;

    private FurnishedApp(Path directory) throws Exception {
        this.directory = directory;
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        HomeDirectory owned = new HomeDirectory(home, directory.resolve("copilot"));
        AskingServer.approved(owned, Files.createDirectories(directory.resolve("server")));
        Path workspace = Files.createDirectories(directory.resolve("workspace"));
        Files.writeString(workspace.resolve("greet.txt"), "Hullo, Ada!\n".repeat(3));
        ChatEndpoint model = opened(ChatEndpoint.start());
        model.says("# Done\n\n- **one** of `two`\n- and another\n\nAll builds of `main` have passed.");
        app = opened(AppOnTerminal.start(
                directory,
                Map.of(),
                "run",
                "--port",
                "0",
                "--control-port",
                "0",
                "--record-calls",
                "--workspace",
                workspace.toString(),
                "--approve",
                "edits",
                "--model",
                "m",
                "--base-url",
                model.baseUrl(),
                "--ext",
                extension().toString()));
        app.awaitScreen("main> ");
        client = ControlClient.find(owned);
        browser = opened(Browser.start(directory.resolve("browser")));
        person = new Newcomer(browser);
    }

    /** Opens it, signs a browser in and has it confirmed. */
    static FurnishedApp open(Path directory) throws Exception {
        FurnishedApp app = new FurnishedApp(directory);
        boolean complete = false;
        try {
            app.confirm();
            app.furnish();
            complete = true;
            return app;
        } finally {
            if (!complete) {
                app.close();
            }
        }
    }

    private <T extends AutoCloseable> T opened(T one) {
        open.push(one);
        return one;
    }

    private Path extension() throws Exception {
        Path made = Files.createDirectories(directory.resolve("game"));
        Files.writeString(made.resolve("game.py"), EXTENSION);
        JsonValue manifest =
                JsonValue.of(Map.of("name", "game", "exec", Installed.PYTHON.path(), "args", List.of("game.py")));
        Files.writeString(made.resolve("extension.json"), manifest.json());
        return made;
    }

    private void confirm() throws Exception {
        Matcher link = LINK.matcher(app.text());
        assertThat(link.find()).isTrue();
        browser.resize(1_280, 840);
        browser.open(URI.create(link.group()));
        person.reads("Live");
        person.press("Approvals");
        person.reads("Type at the prompt of tapgateway run: confirm ");
        app.type(browser.text(".confirm-code") + "\r");
        person.reads("This browser may say yes");
        person.press("Close the approvals");
    }

    private void furnish() throws Exception {
        connect(ci());
        connect(Provider.named("guardian")
                .deny(Match.tool("drop_tables"), "Nobody drops tables.")
                .gate(Match.tool("restart"), check -> GateDecision.deny("Not in the daytime."))
                .append("custom_instructions", "This repo uses pnpm, not npm.")
                .context("CI of main is red."));
        BoundProvider thermometer = connect(Provider.named("thermometer"));
        for (int i = 0; i < 10; i++) {
            Map<String, ?> reading = Map.of("degrees", 21 + Math.sin(i) * 3, "humidity", 40 + i % 7);
            thermometer.push(PushLevel.KEEP, "It is warm in the server room", reading);
        }
        thermometer.push(Push.to("alarms").surface("It is 31 degrees in the server room"));
        BoundProvider gone = connect(Provider.named("visitor"));
        gone.close();
        for (String branch : List.of("main", "feature/a-rather-long-name-of-a-branch", "main")) {
            run("call", "builds", "branch=" + branch);
        }
        run("call", "fails");
        run("call", "report");
        run("check", "drop_tables");
        run("check", "restart");
        app.type("say What is the state of main?\r");
        app.awaitScreen("have passed");
        run("call", "read", "path=greet.txt");
        // These wait for the person until the end of the test.
        opened(AppProcess.start(directory, "call", "asking_ask"));
        person.reads("wants to know:");
        opened(AppProcess.start(
                directory,
                "call",
                "edit",
                "{\"path\":\"greet.txt\",\"oldText\":\"Hullo, Ada!\\nHullo, Ada!\\n"
                        + "Hullo, Ada!\",\"newText\":\"Hello, Ada!\\nHello, Grace!\\nHullo, Ada!\"}"));
        person.reads("It changes greet.txt.");
    }

    private void run(String... words) throws Exception {
        var unused = AppProcess.run(directory, words);
    }

    private BoundProvider connect(ProviderBuilder description) throws Exception {
        Provider provider = description.build();
        String name = provider.identity().name().value();
        BoundProvider bound = opened(WebSocketProvider.connect(
                URI.create(client.gateway().url()), Credentials.token(token(name)), provider));
        var unused = bound.whenBound().toCompletableFuture().get(30, TimeUnit.SECONDS);
        return bound;
    }

    private String token(String name) throws Problem {
        JsonValue issued = client.post("api/sessions/main/spawn-tokens", out -> out.text("name", name));
        return issued.get("token").orElseThrow().asString();
    }

    private static ProviderBuilder ci() {
        List<Map<String, ?>> rows = IntStream.range(0, 20)
                .<Map<String, ?>>mapToObj(i -> Map.of("number", i, "branch", "main", "state", "passed"))
                .toList();
        return Provider.named("ci")
                .tool(
                        "builds",
                        "Lists builds.",
                        Schema.object()
                                .required("branch", Schema.string().describedAs("whose builds"))
                                .optional("most", Schema.integer().describedAs("how many at most")),
                        call -> Map.of("rows", rows, "text", "# None"))
                .tool("fails", "Fails.", Schema.object(), call -> {
                    throw new ToolFailure(ToolErrorCode.INTERNAL, "The disk of the warehouse is full");
                })
                .tool("report", "Takes its time.", Schema.object(), call -> later("## Report\n\n1. *one*\n2. two"));
    }

    private static CompletionStage<Object> later(String answer) {
        return CompletableFuture.supplyAsync(
                () -> answer, CompletableFuture.delayedExecutor(900, TimeUnit.MILLISECONDS));
    }

    Browser browser() {
        return browser;
    }

    Newcomer person() {
        return person;
    }

    @Override
    public void close() {
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException("close: " + each, e);
            }
        }
    }
}
