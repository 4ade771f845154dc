package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that have the packaged app as an MCP server, and its gateway in a process of its own. */
@Timeout(300)
class McpIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int CALLS = Depth.of(400, 4_000, 40_000);
    private static final int AT_A_TIME = 64;
    private static final String OFFICIAL_CLIENT = "@modelcontextprotocol/sdk@1.32.2";

    @TempDir
    private Path directory;

    private final List<AutoCloseable> started = new ArrayList<>();
    private Path home;
    private int port;
    private int controlPort;

    @BeforeEach
    void choosePorts() throws IOException {
        home = directory.resolve("home");
        port = SharedGatewayIT.freePort();
        controlPort = SharedGatewayIT.freePort();
    }

    @AfterEach
    void endAll() throws Exception {
        for (AutoCloseable each : started) {
            each.close();
        }
        if (Files.exists(home.resolve("gateway.json"))) {
            gateway().destroyForcibly();
        }
    }

    @Test
    void M010_an_agent_starts_a_gateway_has_its_tools_and_gives_the_session_back() throws Exception {
        // The gateway listens where its home says.
        run("config", "port", "" + port);
        run("config", "control-port", "" + controlPort);
        McpAgent agent = agent(List.of());
        awaitSessions(1);
        assertThat(agent.tools()).isEmpty();

        agent.forgetNews();
        provider(greeter());
        await().atMost(PATIENCE).until(agent::wasToldOfTools);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(agent.tools()).containsExactly("greet"));
        assertThat(agent.text(agent.call("greet", Map.of("name", "Ada")))).isEqualTo("Hello, Ada!");
        assertThat(sessions()).singleElement().asString().matches("it-[a-z2-7]{8}");

        assertThat(agent.leave(PATIENCE)).isZero();
        awaitSessions(0);
        assertThat(agent.stray()).isEmpty();
    }

    @Test
    @ThoroughOnly("two more processes; one agent alone is in the quick build")
    void M010_two_agents_share_the_gateway_and_one_that_is_told_to_end_gives_its_session_back() throws Exception {
        McpAgent first = agent();
        McpAgent second = agent();
        awaitSessions(2);

        assertThat(first.terminate(PATIENCE)).isEqualTo(143);

        awaitSessions(1);
        assertThat(second.isServed()).isTrue();
    }

    @Test
    void M013_a_killed_gateway_costs_the_calls_in_flight_and_not_the_connection() throws Exception {
        McpAgent agent = agent();
        awaitSessions(1);
        CompletableFuture<String> never = new CompletableFuture<>();
        provider(greeter().tool("wait", "Never ends", Schema.object(), call -> never));
        await().atMost(PATIENCE).until(() -> agent.tools().contains("wait"));
        String session = sessions().get(0);
        CompletableFuture<JsonValue> waiting = agent.call("wait", Map.of());
        assertThat(agent.text(agent.call("greet", Map.of("name", "Ada")))).isEqualTo("Hello, Ada!");

        long killed = gateway().pid();
        assertThat(gateway().destroyForcibly()).isTrue();

        assertThat(agent.text(waiting)).startsWith("DISCONNECTED: ");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.text(agent.call("greet", Map.of("name", "Bob"))))
                        .isEqualTo("Hello, Bob!"));
        assertThat(gateway().pid()).isNotEqualTo(killed);
        assertThat(sessions()).containsExactly(session);
        assertThat(agent.stray()).isEmpty();
    }

    @Test
    @ThoroughOnly("it waits for a second gateway; one that is killed is in the quick build")
    void M013_a_gateway_that_was_stopped_stays_stopped_and_the_next_one_is_joined() throws Exception {
        McpAgent agent = agent();
        awaitSessions(1);
        String session = sessions().get(0);

        run("stop");

        await().atMost(PATIENCE).until(() -> !Files.exists(home.resolve("gateway.json")));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(agent.text(agent.call("greet", Map.of()))).startsWith("DISCONNECTED: "));
        assertThat(Files.exists(home.resolve("gateway.json"))).isFalse();

        run("start", "--port", "" + port, "--control-port", "" + controlPort);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sessions()).containsExactly(session));
        provider(greeter());
        await().atMost(PATIENCE).until(() -> agent.tools().contains("greet"));
    }

    @Test
    void no_call_of_many_at_a_time_is_lost() throws Exception {
        McpAgent agent = agent();
        awaitSessions(1);
        provider(Provider.named("echo")
                .concurrency(AT_A_TIME)
                .tool(
                        "echo",
                        "The same again",
                        Schema.object().required("n", Schema.integer()),
                        call -> call.longArg("n")));
        await().atMost(PATIENCE).until(() -> agent.tools().contains("echo"));

        long begun = System.nanoTime();
        Deque<CompletableFuture<JsonValue>> open = new ArrayDeque<>();
        int checked = 0;
        for (int n = 0; n < CALLS; n++) {
            open.add(agent.call("echo", Map.of("n", n)));
            if (open.size() == AT_A_TIME) {
                assertThat(agent.text(open.remove())).isEqualTo("" + checked);
                checked++;
            }
        }
        for (CompletableFuture<JsonValue> call : open) {
            assertThat(agent.text(call)).isEqualTo("" + checked);
            checked++;
        }

        assertThat(checked).isEqualTo(CALLS);
        assertThat(agent.stray()).isEmpty();
        System.out.printf(
                "%d calls over stdio, %d at a time: %d ms%n",
                CALLS, AT_A_TIME, (System.nanoTime() - begun) / 1_000_000);
    }

    @Test
    @ThoroughOnly("It fetches the official client; the quick build has one of its own.")
    void the_official_client_lists_calls_cancels_and_survives_its_gateway() throws Exception {
        Path project = Files.createDirectories(directory.resolve("project"));
        Files.writeString(project.resolve("package.json"), "{\"type\":\"module\"}");
        Optional<String> problem = Interpreter.npm(project, "install", "--ignore-scripts", OFFICIAL_CLIENT);
        problem.ifPresent(why -> abort(why));
        try (InputStream script = McpIT.class.getResourceAsStream("mcp-agent.mjs")) {
            Files.copy(script, project.resolve("agent.mjs"));
        }
        List<String> command = new ArrayList<>(
                List.of(Installed.NODE.path(), project.resolve("agent.mjs").toString()));
        command.addAll(command("mcp", "--port", "" + port, "--control-port", "" + controlPort));
        RunningProgram agent = RunningProgram.start(project, environment(), command);
        started.add(agent);
        agent.awaitPrinted("connected to tapgateway");
        awaitSessions(1);
        CompletableFuture<String> never = new CompletableFuture<>();
        CompletableFuture<String> counted = new CompletableFuture<>();
        provider(greeter()
                .tool(Tool.of("typed", "A value", Schema.object(), call -> Map.of("n", 1))
                        .returning(Schema.object().required("n", Schema.integer())))
                .tool("count", "Counts", Schema.object(), call -> {
                    call.progress("one");
                    return reporting(call, counted);
                })
                .tool("heard", "Ends the counting", Schema.object(), call -> counted.complete("three"))
                .tool("fail", "Fails", Schema.object(), call -> {
                    throw new ToolFailure(ToolErrorCode.INTERNAL, "no luck");
                })
                .tool("wait", "Never ends", Schema.object(), call -> reporting(call, never)));

        agent.awaitPrinted("waiting");
        assertThat(gateway().destroyForcibly()).isTrue();

        assertThat(agent.awaitExit(PATIENCE)).as(agent.printed()).isZero();
        assertThat(agent.printed().lines().filter(line -> !line.startsWith("tapgateway: WARN: ")))
                .containsExactly(
                        "connected to tapgateway",
                        "tools: count fail greet heard tap_inbox typed wait",
                        "result: Hello, Ada!",
                        "structured: {\"n\":1}",
                        "reports: 1=one 2=on it",
                        "failed: true INTERNAL: no luck",
                        "refused: -32602",
                        "stopped",
                        "waiting",
                        "lost: DISCONNECTED",
                        "again: Hello, Bob!",
                        "closed");
    }

    private static CompletionStage<String> reporting(ToolInvocation call, CompletableFuture<String> answer) {
        call.progress("on it");
        return answer;
    }

    private McpAgent agent() throws Exception {
        return agent(List.of("--port", "" + port, "--control-port", "" + controlPort));
    }

    private McpAgent agent(List<String> options) throws Exception {
        McpAgent agent = McpAgent.start(
                directory.resolve("agent-" + started.size()),
                environment(),
                command("mcp", options.toArray(String[]::new)));
        started.add(agent);
        return agent.introduced();
    }

    private BoundProvider provider(ProviderBuilder description) throws Exception {
        BoundProvider provider = WebSocketProvider.connect(
                URI.create("ws://127.0.0.1:" + port + "/"),
                Credentials.fromTokenFile(home.resolve("provider.token")),
                description.build());
        started.add(provider);
        return provider;
    }

    private static ProviderBuilder greeter() {
        return Provider.named("greeter")
                .tool(
                        "greet",
                        "Says hello",
                        Schema.object().optional("name", Schema.string()),
                        call -> "Hello, " + call.stringArg("name") + "!");
    }

    /** However long it takes until there is a gateway. */
    private void awaitSessions(int number) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(sessions()).hasSize(number));
    }

    private List<String> sessions() throws Exception {
        RunningProgram program =
                RunningProgram.start(directory.resolve("owner"), environment(), command("sessions", "--json"));
        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        return JsonValue.parse(program.printed().strip()).get("sessions").orElseThrow().elements().stream()
                .map(it -> it.get("id").orElseThrow().asString())
                .toList();
    }

    private void run(String verb, String... options) {
        RunningProgram program =
                RunningProgram.start(directory.resolve("owner"), environment(), command(verb, options));
        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
    }

    private Map<String, String> environment() {
        return Map.of(
                "TAPGATEWAY_HOME",
                home.toString(),
                "COPILOT_HOME",
                directory.resolve("copilot").toString());
    }

    private static List<String> command(String verb, String... options) {
        List<String> command = new ArrayList<>(PackagedApp.ownersCommand(verb));
        command.addAll(List.of(options));
        return command;
    }

    private ProcessHandle gateway() throws Exception {
        JsonValue record = JsonValue.parse(Files.readString(home.resolve("gateway.json")));
        long pid = record.get("pid").flatMap(JsonValue::asWholeNumber).orElseThrow();
        return ProcessHandle.of(pid).orElseThrow();
    }
}
