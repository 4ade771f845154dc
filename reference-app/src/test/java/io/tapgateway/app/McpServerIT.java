package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent, the packaged app as its MCP server, a gateway, and MCP servers as providers there. */
@Timeout(300)
class McpServerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path directory;

    private final List<AutoCloseable> started = new ArrayList<>();
    private HomeDirectory home;
    private Path workspace;

    @BeforeEach
    void makeHome() throws IOException {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        workspace = Files.createDirectory(directory.resolve("workspace")).toRealPath();
    }

    @AfterEach
    void endAll() throws Exception {
        for (AutoCloseable each : started) {
            each.close();
        }
        if (Files.exists(home.gatewayRecord())) {
            gateway().ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void M072_an_approved_server_serves_an_agent_and_finds_nothing_of_the_gateways() throws Exception {
        addEcho();
        add("stranger", "touch", List.of("started"), false);
        McpAgent agent = agent();

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(agent.tools()).containsExactly("echo_environment", "echo_meta", "echo_say"));

        assertThat(agent.text(agent.call("echo_say", Map.of("text", "Hello")))).isEqualTo("Hello");
        assertThat(agent.text(agent.call("echo_environment", Map.of())).split(" "))
                .contains("PATH", "GREETING")
                .noneMatch(it -> it.startsWith("TAP_") || it.equals("TAPGATEWAY_HOME"));
        assertThat(workspace.resolve("started")).doesNotExist();
        JsonValue listed = JsonValue.parse(run("mcp-server", "list", "--json"));
        assertThat(listed.get("servers").orElseThrow().elements())
                .extracting(it -> it.get("key").orElseThrow().asString() + " "
                        + it.get("state").orElseThrow().asString())
                .containsExactlyInAnyOrder("echo ready", "stranger not-started");
        assertThat(run("mcp-server", "list")).contains("stranger: it is not approved");
    }

    @Test
    void M012_an_agent_that_asks_only_once_finds_the_tools_of_servers() throws Exception {
        addEcho();

        // Each agent has a session of its own and asks once; on a busy machine a server may take longer than it is
        // waited for.
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .untilAsserted(
                        () -> assertThat(agent().tools()).containsExactly("echo_environment", "echo_meta", "echo_say"));
    }

    @Test
    void M041_an_agent_reads_resources_and_gets_prompts_of_a_server() throws Exception {
        addEcho();
        McpAgent agent = agent();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.await(agent.ask("resources/list", Map.of()))
                                .json())
                        .contains("echo://greeting"));

        assertThat(agent.await(agent.ask("resources/read", Map.of("uri", "echo://greeting")))
                        .json())
                .isEqualTo("{\"contents\":[{\"uri\":\"echo://greeting\",\"text\":\"Hello\"}]}");
        assertThat(agent.await(agent.ask("prompts/get", Map.of("name", "greet")))
                        .json())
                .contains("Greet them.");
    }

    @Test
    void M023_what_an_agent_says_with_a_call_reaches_the_server_and_its_reports_the_agent() throws Exception {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        addEcho();
        McpAgent agent = agent();
        await().atMost(PATIENCE).until(() -> agent.tools().contains("echo_meta"));

        JsonValue said = JsonValue.parse(agent.text(agent.call(
                "echo_meta",
                Map.of(),
                Map.of("progressToken", "mine", "traceparent", trace, "tracestate", "a=b", "com.example/who", "Ada"))));

        assertThat(said.get("progressToken").orElseThrow()).isNotEqualTo(JsonValue.of("mine"));
        assertThat(said.get("traceparent")).contains(JsonValue.of(trace));
        assertThat(said.get("tracestate")).contains(JsonValue.of("a=b"));
        assertThat(said.get("com.example/who")).contains(JsonValue.of("Ada"));
        assertThat(agent.progress())
                .containsExactly("{\"progressToken\":\"mine\",\"progress\":3,\"total\":10,\"message\":\"looking\"}");
    }

    @Test
    @ThoroughOnly("it waits for a server to come back; AddressWireTest does it in no time")
    void M070_a_server_at_a_url_serves_an_agent_and_is_there_again_after_it_was_gone() throws Exception {
        EchoMcpAddress web = new EchoMcpAddress(0);
        started.add(web);
        McpEntry entry =
                McpEntry.read("web", JsonValue.of(Map.of("url", web.uri(), "headers", Map.of("X-Key", "${KEY}"))));
        McpServersFile.in(home).put(List.of(entry));
        Files.writeString(home.path().resolve("mcp.env"), "KEY=secret");
        Files.setPosixFilePermissions(home.path().resolve("mcp.env"), PosixFilePermissions.fromString("rw-------"));
        McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));
        McpAgent agent = agent();

        await().atMost(PATIENCE).until(() -> agent.tools().contains("web_say"));
        assertThat(agent.text(agent.call("web_say", Map.of("text", "Hello")))).isEqualTo("Hello");
        assertThat(web.keys()).containsOnly("secret");
        assertThat(run("mcp-server", "list")).contains(web.uri(), "ready").doesNotContain("secret");

        web.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            var unused = agent.call("web_say", Map.of("text", "gone"));
            assertThat(agent.tools()).isEmpty();
        });
        started.add(new EchoMcpAddress(web.port()));

        await().atMost(PATIENCE).until(() -> agent.tools().contains("web_say"));
        assertThat(agent.text(agent.call("web_say", Map.of("text", "again")))).isEqualTo("again");
    }

    @Test
    @ThoroughOnly("it takes half a minute; McpLoginTest logs in in the quick build")
    void M071_who_logs_in_in_a_browser_has_the_tools_of_a_server_that_wants_it() throws Exception {
        GuardedMcpAddress web = new GuardedMcpAddress();
        started.add(web);
        McpEntry entry = McpEntry.read("web", JsonValue.of(Map.of("url", web.uri())));
        McpServersFile.in(home).put(List.of(entry));
        McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));
        McpAgent agent = agent();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(run("mcp-server", "list"))
                        .contains("web: it wants you to log in: tapgateway mcp-server login web"));

        login("web");

        await().atMost(PATIENCE).until(() -> agent.tools().contains("web_say"));
        assertThat(agent.text(agent.call("web_say", Map.of("text", "Hello")))).isEqualTo("Hello");

        web.expire();

        assertThat(agent.text(agent.call("web_say", Map.of("text", "still")))).isEqualTo("still");
        assertThat(web.asked()).containsExactly("authorization_code", "refresh_token");

        web.need("erase");

        assertThat(agent.text(agent.call("web_say", Map.of("text", "more"))))
                .contains("it wants a login of its user that is good for 'erase'");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(run("mcp-server", "list"))
                        .contains(
                                "ready",
                                "web: it wants a login that is good for 'erase': tapgateway mcp-server login web"));
        login("web");
        assertThat(web.scopes()).containsExactly("echo", "echo erase");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.text(agent.call("web_say", Map.of("text", "more"))))
                        .isEqualTo("more"));
        assertThat(run("mcp-server", "list")).doesNotContain("wants a login");
        try (Stream<Path> tokens = Files.list(home.path().resolve("mcp-tokens"))) {
            assertThat(tokens)
                    .singleElement()
                    .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        assertThat(run("mcp-server", "list", "--json")).doesNotContain("secret-");

        assertThat(run("mcp-server", "logout", "web")).contains("You are logged out of 'web'.");
        await().atMost(PATIENCE).until(() -> agent.tools().isEmpty());
    }

    private void login(String key) throws Exception {
        RunningProgram login = program("mcp-server", "login", key, "--no-browser");
        login.awaitPrinted("Log in here: ");
        HttpResponse<String> page = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(link(login.printed())))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(page.body()).contains("You can close this page");
        assertThat(login.awaitExit(PATIENCE)).as(login.printed()).isZero();
        assertThat(login.printed())
                .contains("You are logged in at '" + key + "'.")
                .doesNotContain("secret-");
    }

    private static String link(String printed) {
        Matcher link = Pattern.compile("Log in here: (\\S+)").matcher(printed);
        assertThat(link.find()).isTrue();
        return link.group(1);
    }

    @Test
    @ThoroughOnly("it waits for a server to start again; McpServerTest does it in no time")
    void M064_a_server_that_is_killed_comes_back_and_ends_with_its_session() throws Exception {
        addEcho();
        McpAgent agent = agent();
        await().atMost(PATIENCE).until(() -> agent.tools().contains("echo_say"));
        long first = pid();

        assertThat(ProcessHandle.of(first).orElseThrow().destroyForcibly()).isTrue();

        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(pid()).isNotEqualTo(first));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.text(agent.call("echo_say", Map.of("text", "again"))))
                        .isEqualTo("again"));
        ProcessHandle second = ProcessHandle.of(pid()).orElseThrow();

        assertThat(agent.leave(PATIENCE)).isZero();

        await().atMost(PATIENCE).until(() -> !second.isAlive());
    }

    @Test
    @ThoroughOnly("it waits for a second gateway; McpIT kills one in the quick build")
    void M064_of_a_gateway_that_is_killed_no_server_is_left_and_the_next_one_has_its_own() throws Exception {
        addEcho();
        add("stubborn", "sh", List.of("-c", "trap '' HUP INT TERM; while :; do sleep 0.1; done"), true);
        McpAgent agent = agent();
        await().atMost(PATIENCE).until(() -> agent.tools().contains("echo_say"));
        List<ProcessHandle> servers =
                pids().stream().flatMap(it -> ProcessHandle.of(it).stream()).toList();
        assertThat(servers).hasSize(2);

        gateway().ifPresent(ProcessHandle::destroyForcibly);

        await().atMost(PATIENCE).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.text(agent.call("echo_say", Map.of("text", "again"))))
                        .isEqualTo("again"));
        assertThat(agent.stray()).isEmpty();
    }

    @Test
    @ThoroughOnly("it starts a gateway three times; McpServersFileTest looks at what an approval covers")
    void M061_a_server_whose_file_has_changed_is_not_started_again_before_that_is_approved() throws Exception {
        Path words = Files.writeString(workspace.resolve("words.txt"), "one");
        McpEntry echo = addEcho("words.txt");
        McpAgent agent = agent();
        await().atMost(PATIENCE).until(() -> agent.tools().contains("echo_say"));
        Files.writeString(words, "two");

        run("mcp-server", "restart", "echo");

        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(run("mcp-server", "list"))
                        .contains("left-alone", "echo: a file that its command names has changed"));
        assertThat(agent.tools()).isEmpty();

        McpApprovals.in(home).add(echo, McpFiles.of(echo, workspace));
        run("mcp-server", "restart", "echo");

        await().atMost(PATIENCE).until(() -> agent.tools().contains("echo_say"));
    }

    @Test
    @ThoroughOnly("it takes a quarter of a minute; McpNewcomerIT goes the short way in the quick build")
    void a_newcomer_who_brings_the_servers_of_a_project_is_told_each_step() throws Exception {
        JsonValue echo = JsonValue.of(Map.of("command", JAVA, "args", echoArguments()));
        JsonValue web = JsonValue.of(Map.of("type", "ftp", "url", "https://example.com/mcp"));
        Path file = Files.writeString(
                workspace.resolve(".mcp.json"),
                JsonValue.of(Map.of("mcpServers", Map.of("my notes", echo, "web", web)))
                        .json());

        assertThat(run("mcp-server", "import", file.toString()))
                .contains(
                        "'my_notes' is taken over; it is not started before you approve it:"
                                + " tapgateway mcp-server approve my_notes",
                        "'web' is left out: /type: must be \"http\" or \"sse\" beside a url");

        McpAgent agent = agent();
        assertThat(agent.tools()).isEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(run("mcp-server", "list")).contains("my_notes: it is not approved"));
        RunningProgram nobody = program("mcp-server", "approve", "my_notes");
        assertThat(nobody.awaitExit(PATIENCE)).isNotZero();
        assertThat(nobody.printed()).contains("Nobody can be asked here; run this on a terminal.");

        McpEntry entry = McpServersFile.in(home).find("my_notes").orElseThrow();
        McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));

        assertThat(run("mcp-server", "restart", "my_notes"))
                .contains("'my_notes' is started anew; 'tapgateway mcp-server list' shows how it is.");
        await().atMost(PATIENCE).until(() -> agent.tools().contains("my_notes_say"));
        assertThat(agent.text(agent.call("my_notes_say", Map.of("text", "Hello"))))
                .isEqualTo("Hello");
        assertThat(run("mcp-server", "remove", "my_notes")).contains("'my_notes' is gone.");
        await().atMost(PATIENCE).until(() -> agent.tools().isEmpty());
    }

    @Test
    @ThoroughOnly("It fetches servers from npm; the quick build has one of its own.")
    void M062_servers_that_people_have_serve_an_agent() throws Exception {
        Path project = Files.createDirectories(directory.resolve("project"));
        Files.writeString(project.resolve("package.json"), "{}");
        Optional<String> problem = Interpreter.npm(
                project,
                "install",
                "--ignore-scripts",
                "@modelcontextprotocol/server-everything@2026.8.31",
                "@modelcontextprotocol/server-filesystem@2026.8.31",
                "@modelcontextprotocol/server-memory@2026.8.31");
        problem.ifPresent(why -> abort(why));
        Files.writeString(workspace.resolve("note.txt"), "remember the milk");
        Map<String, String> servers = Map.of("everything", "stdio", "filesystem", ".", "memory", "");
        for (Map.Entry<String, String> each : servers.entrySet()) {
            Path program =
                    project.resolve("node_modules/@modelcontextprotocol/server-" + each.getKey() + "/dist/index.js");
            add(each.getKey(), Installed.NODE.path(), List.of(program.toString(), each.getValue()), true);
        }
        McpAgent agent = agent();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.tools())
                        .contains("everything_echo", "filesystem_read_text_file", "memory_create_entities"));

        assertThat(agent.text(agent.call("everything_echo", Map.of("message", "Hello"))))
                .contains("Hello");
        // M023: it counts its steps.
        assertThat(agent.text(agent.call(
                        "everything_trigger-long-running-operation",
                        Map.of("duration", 1, "steps", 2),
                        Map.of("progressToken", "mine"))))
                .contains("2");
        assertThat(agent.progress())
                .last()
                .satisfies(it -> assertThat(it).contains("\"progressToken\":\"mine\",\"progress\":2,\"total\":2"));
        assertThat(agent.text(agent.call(
                        "filesystem_read_text_file",
                        Map.of("path", workspace.resolve("note.txt").toString()))))
                .contains("remember the milk");
        assertThat(agent.text(agent.call(
                        "memory_create_entities",
                        Map.of(
                                "entities",
                                List.of(Map.of(
                                        "name",
                                        "Ada",
                                        "entityType",
                                        "person",
                                        "observations",
                                        List.of("likes milk")))))))
                .contains("Ada");
        assertThat(agent.text(agent.call("memory_search_nodes", Map.of("query", "milk"))))
                .contains("Ada");
        usesAllThatIsOffered(agent);
    }

    /** What {@code server-everything} has beside tools. */
    private static void usesAllThatIsOffered(McpAgent agent) throws Exception {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                agent.await(agent.ask("prompts/list", Map.of())).json())
                        .contains("\"completable-prompt\""));
        JsonValue resources = agent.await(agent.ask("resources/list", Map.of()));
        String document = resources.get("resources").orElseThrow().elements().stream()
                .map(it -> it.get("uri").orElseThrow().asString())
                .filter(it -> it.startsWith("demo://resource/static/"))
                .findFirst()
                .orElseThrow();
        assertThat(agent.await(agent.ask("resources/read", Map.of("uri", document)))
                        .json())
                .contains("\"contents\":[{", document);
        assertThat(agent.await(agent.ask("resources/templates/list", Map.of())).json())
                .contains("demo://resource/dynamic/text/{resourceId}");
        assertThat(agent.await(agent.ask("resources/read", Map.of("uri", "demo://resource/dynamic/text/7")))
                        .json())
                .contains("demo://resource/dynamic/text/7");
        assertThat(agent.await(agent.ask(
                                "prompts/get",
                                Map.of(
                                        "name",
                                        "completable-prompt",
                                        "arguments",
                                        Map.of("department", "Engineering", "name", "Alice"))))
                        .json())
                .contains("\"messages\":[{", "Alice");
        assertThat(agent.await(agent.ask(
                                "completion/complete",
                                Map.of(
                                        "ref",
                                        Map.of("type", "ref/prompt", "name", "completable-prompt"),
                                        "argument",
                                        Map.of("name", "department", "value", "Eng"))))
                        .json())
                .contains("Engineering");
        assertThat(agent.await(agent.ask("resources/subscribe", Map.of("uri", document)))
                        .json())
                .isEqualTo("{}");
        assertThat(agent.text(agent.call("everything_toggle-subscriber-updates", Map.of())))
                .isNotBlank();
        await().atMost(PATIENCE).until(() -> agent.wasToldOf(document));
    }

    private McpEntry addEcho(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(echoArguments());
        all.addAll(List.of(arguments));
        return add("echo", JAVA, all, true);
    }

    private static List<String> echoArguments() {
        return List.of(
                "-cp",
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                "io.tapgateway.app.EchoMcpServer");
    }

    private McpEntry add(String key, String program, List<String> arguments, boolean approved) throws Exception {
        JsonValue written = JsonValue.of(
                Map.of("command", program, "args", arguments, "env", Map.of("GREETING", "${NOBODY:-hello}")));
        McpEntry entry = McpEntry.read(key, written);
        McpServersFile.in(home).put(List.of(entry));
        if (approved) {
            McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));
        }
        return entry;
    }

    private McpAgent agent() throws Exception {
        McpAgent agent = McpAgent.start(
                workspace,
                PackagedApp.ownersEnvironment(home),
                command(
                        "mcp",
                        "--port",
                        "" + SharedGatewayIT.freePort(),
                        "--control-port",
                        "" + SharedGatewayIT.freePort()));
        started.add(agent);
        return agent.introduced();
    }

    private long pid() throws Exception {
        return pids().stream().findFirst().orElse(-1L);
    }

    /** Those of the servers that run. */
    private List<Long> pids() throws Exception {
        return JsonValue.parse(run("mcp-server", "list", "--json")).get("servers").orElseThrow().elements().stream()
                .flatMap(it -> it.get("pid").stream())
                .flatMap(it -> it.asWholeNumber().stream())
                .toList();
    }

    private Optional<ProcessHandle> gateway() throws Exception {
        JsonValue record = JsonValue.parse(Files.readString(home.gatewayRecord()));
        return ProcessHandle.of(
                record.get("pid").flatMap(JsonValue::asWholeNumber).orElseThrow());
    }

    private RunningProgram program(String... words) {
        return RunningProgram.start(
                directory.resolve("owner"), PackagedApp.ownersEnvironment(home), PackagedApp.ownersCommand(words));
    }

    private String run(String... words) {
        RunningProgram program = program(words);
        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        return program.printed();
    }

    private static List<String> command(String verb, String... options) {
        List<String> command = new ArrayList<>(PackagedApp.ownersCommand(verb));
        command.addAll(List.of(options));
        return command;
    }
}
