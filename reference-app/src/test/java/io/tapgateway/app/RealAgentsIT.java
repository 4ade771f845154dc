package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Claude Code and Codex as their makers publish them, offline before a model of ours, with hooks that ask a gateway. */
@Timeout(300)
@Needs({Installed.NPM, Installed.CURL})
class RealAgentsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final String WHY = "It fetches the agents, which are large.";
    private static final Path INSTALLED = PackagedApp.MODULE.resolve("target/agents");
    private static final Path LAUNCHER = PackagedApp.MODULE.resolveSibling("tapgateway");

    @TempDir
    private Path directory;

    private final List<AutoCloseable> started = new ArrayList<>();
    private FakeModel model;
    private Path work;

    /** An agent, and how it is told what. */
    enum Agent {
        CLAUDE("@anthropic-ai/claude-code@2.1.330", "claude", "claude-code-", "mcp__tap__greet") {
            @Override
            void configure(Path work, Path home, FakeModel model, Optional<List<String>> server) throws IOException {
                Files.createDirectories(work.resolve(".claude"));
                Files.writeString(work.resolve(".claude/settings.local.json"), hooks(work, "SessionEnd"));
                if (server.isPresent()) {
                    Map<String, ?> tap = Map.of(
                            "command",
                            server.get().get(0),
                            "args",
                            server.get().subList(1, server.get().size()),
                            "alwaysLoad",
                            true);
                    Files.writeString(
                            work.resolve("mcp.json"),
                            JsonValue.of(Map.of("mcpServers", Map.of("tap", tap)))
                                    .json());
                }
            }

            @Override
            List<String> command(Path work) {
                List<String> command = new ArrayList<>(List.of(
                        binary("claude"),
                        "-p",
                        "Push it",
                        "--output-format",
                        "stream-json",
                        "--verbose",
                        "--allowedTools",
                        "Bash,mcp__tap__*"));
                if (Files.exists(work.resolve("mcp.json"))) {
                    command.addAll(
                            List.of("--mcp-config", work.resolve("mcp.json").toString(), "--strict-mcp-config"));
                }
                return command;
            }

            @Override
            Map<String, String> environment(Path home, FakeModel model) {
                return Map.of(
                        "ANTHROPIC_BASE_URL", model.url().toString(),
                        "ANTHROPIC_API_KEY", "dummy",
                        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                        "DISABLE_AUTOUPDATER", "1",
                        "DISABLE_TELEMETRY", "1");
            }

            @Override
            void wantsCommand(FakeModel model, String command) {
                model.wants("Bash", Map.of("command", command, "description", "Does it"));
            }
        },
        CODEX("@openai/codex@0.169.0", "codex", "codex", "greet") {
            @Override
            void configure(Path work, Path home, FakeModel model, Optional<List<String>> server) throws IOException {
                Files.writeString(home.resolve("hooks.json"), hooks(work));
                String config = "model = \"gpt-5\"\nmodel_provider = \"fake\"\napproval_policy = \"never\"\n"
                        + "sandbox_mode = \"danger-full-access\"\n[model_providers.fake]\nname = \"fake\"\nbase_url = \""
                        + model.url() + "/v1\"\nwire_api = \"responses\"\n"
                        + server.map(it -> "[mcp_servers.tap]\ncommand = "
                                        + JsonValue.of(it.get(0)).json()
                                        + "\nargs = "
                                        + JsonValue.of(it.subList(1, it.size())).json() + "\n"
                                        + "env_vars = [\"TAPGATEWAY_HOME\", \"COPILOT_HOME\"]\n")
                                .orElse("")
                        + "[features]\nmcp_tool_list_changed = true\n";
                Files.writeString(home.resolve("config.toml"), config);
            }

            @Override
            List<String> command(Path work) {
                return List.of(
                        binary("codex"),
                        "exec",
                        "--json",
                        "--skip-git-repo-check",
                        "--dangerously-bypass-hook-trust",
                        "Push it");
            }

            @Override
            Map<String, String> environment(Path home, FakeModel model) {
                return Map.of("CODEX_HOME", home.toString());
            }

            @Override
            void wantsCommand(FakeModel model, String command) {
                model.wants("exec_command", Map.of("cmd", command));
            }
        };

        private final String npmPackage;
        private final String word;
        private final String session;
        private final String tool;

        Agent(String npmPackage, String word, String session, String tool) {
            this.npmPackage = npmPackage;
            this.word = word;
            this.session = session;
            this.tool = tool;
        }

        abstract void configure(Path work, Path home, FakeModel model, Optional<List<String>> server)
                throws IOException;

        abstract List<String> command(Path work);

        abstract Map<String, String> environment(Path home, FakeModel model);

        abstract void wantsCommand(FakeModel model, String command);

        /** The prompt waits for a file, so that a test can have everybody take their places. */
        String hooks(Path work, String... further) {
            Map<String, Object> hooks = new LinkedHashMap<>();
            String command = "tapgateway hook " + word;
            String patient = "while [ ! -e '" + work.resolve("go") + "' ]; do sleep 0.1; done; " + command;
            Stream.concat(Stream.of("PreToolUse", "PostToolUse", "Stop", "SessionStart"), Stream.of(further))
                    .forEach(event -> hooks.put(event, List.of(hook("*", command, 10))));
            hooks.put("UserPromptSubmit", List.of(hook("", patient, 60)));
            return JsonValue.of(Map.of("hooks", hooks)).json();
        }

        private static Map<String, ?> hook(String matcher, String command, int seconds) {
            return Map.of(
                    "matcher",
                    matcher,
                    "hooks",
                    List.of(Map.of("type", "command", "command", command, "timeout", seconds)));
        }

        String binary(String name) {
            try (Stream<Path> files = Files.walk(INSTALLED.resolve(name).resolve("node_modules"))) {
                return files.filter(it -> it.getFileName().toString().equals(name))
                        .filter(Files::isRegularFile)
                        .filter(Files::isExecutable)
                        .filter(it -> it.toFile().length() > 10_000_000)
                        .findFirst()
                        .orElseThrow()
                        .toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void install() throws IOException {
            Path place = INSTALLED.resolve(word);
            if (!Files.exists(place.resolve("node_modules/.package-lock.json"))) {
                Files.createDirectories(place);
                Files.writeString(place.resolve("package.json"), "{}");
                Interpreter.npm(place, "install", "--ignore-scripts", npmPackage)
                        .ifPresent(why -> abort(why));
            }
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        model = FakeModel.start();
        started.add(model);
        work = Files.createDirectories(directory.resolve("work"));
        Path programs = Files.createDirectories(directory.resolve("bin"));
        Files.createSymbolicLink(programs.resolve("tapgateway"), LAUNCHER);
    }

    @AfterEach
    void endAll() throws Exception {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).close();
        }
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G022_without_a_gateway_no_tool_is_used(Agent agent) throws Exception {
        Files.writeString(work.resolve("go"), "");
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = start(agent, Optional.empty(), Map.of());

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        assertThat(work.resolve("touched")).doesNotExist();
        assertThat(model.asked()).hasSize(2);
        assertThat(model.asked().get(1)).contains("the gateway does not answer, so no tool may be used");
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G020_an_agent_has_tools_is_denied_gets_context_and_is_told_news_at_the_end(Agent agent) throws Exception {
        PackagedApp app = PackagedApp.start(directory.resolve("gateway"));
        started.add(app);
        agent.wantsCommand(model, "git push && touch '" + work.resolve("touched") + "'");
        agent.wantsCommand(model, "touch '" + work.resolve("harmless") + "'");
        model.untilAsked(agent.tool);
        List<String> server = PackagedApp.ownersCommand("mcp");
        Map<String, String> environment = new HashMap<>(app.ownersEnvironment());
        environment.put("COPILOT_HOME", directory.resolve("gateway/copilot").toString());

        RunningProgram program = start(agent, Optional.of(server), environment);
        BoundProvider ci = guardian(app, session(app, agent));
        Files.writeString(work.resolve("go"), "");
        await().atMost(PATIENCE).until(() -> model.asked().size() >= 2);
        assertThat(ci.push(Push.to("runs").inject("Look at run 17"))).isTrue();

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        List<String> asked = model.asked();
        assertThat(asked.get(0)).contains("It rains in CI");
        assertThat(asked.get(1)).contains("Denied by ci: CI is red.");
        assertThat(work.resolve("touched")).doesNotExist();
        assertThat(work.resolve("harmless")).exists();
        assertThat(asked.get(asked.size() - 1)).contains("Look at run 17").contains(agent.tool);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sessions(app)).containsExactly(PackagedApp.SESSION));
    }

    @Test
    @ThoroughOnly(WHY)
    void G040_what_connect_writes_is_what_claude_asks_by() throws Exception {
        Path rules = Files.createDirectories(
                        directory.resolve("gateway/home"), PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                .resolve("approvals.json");
        Files.createFile(rules, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(rules, "{\"shell\": \"deny\"}");
        PackagedApp app = PackagedApp.start(directory.resolve("gateway"));
        started.add(app);
        Map<String, String> environment = new HashMap<>(app.ownersEnvironment());
        environment.put("CLAUDE_CONFIG_DIR", directory.resolve("home").toString());
        RunningProgram connect = inWork(environment, PackagedApp.ownersCommand("connect", "claude"));
        assertThat(connect.awaitExit(PATIENCE)).as(connect.printed()).isZero();
        Agent.CLAUDE.wantsCommand(model, "touch '" + work.resolve("touched") + "'");
        Agent.CLAUDE.install();
        environment.putAll(Agent.CLAUDE.environment(directory.resolve("home"), model));

        RunningProgram program = inWork(environment, Agent.CLAUDE.command(work));

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        assertThat(model.asked().get(1)).contains("approvals.json says no");
        assertThat(work.resolve("touched")).doesNotExist();
    }

    /** Runs something where the agent works, which finds the launcher in its path. */
    private RunningProgram inWork(Map<String, String> environment, List<String> command) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        List<String> there =
                new ArrayList<>(List.of("sh", "-c", "cd \"$1\"; shift; exec \"$@\"", "sh", work.toString()));
        there.addAll(command);
        RunningProgram program = RunningProgram.start(directory.resolve("home"), all, there);
        started.add(program);
        return program;
    }

    private RunningProgram start(Agent agent, Optional<List<String>> server, Map<String, String> environment)
            throws IOException {
        agent.install();
        Path home = Files.createDirectories(directory.resolve("home"));
        agent.configure(work, home, model, server);
        Map<String, String> all = new HashMap<>(agent.environment(home, model));
        all.put("TAPGATEWAY_HOME", directory.resolve("none").toString());
        all.putAll(environment);
        return inWork(all, agent.command(work));
    }

    private BoundProvider guardian(PackagedApp app, String session) throws Exception {
        CompletableFuture<BoundProvider> bound = new CompletableFuture<>();
        Provider description = Provider.named("ci")
                .onBound(bound::complete)
                .context("It rains in CI")
                .deny(Match.tool("shell").args("git push"), "CI is red.")
                .tool("greet", "Says hello", Schema.object(), call -> "Hello")
                .build();
        HttpRequest request = HttpRequest.newBuilder(
                        app.controlUrl().resolve("/api/sessions/" + session + "/spawn-tokens"))
                .header("Authorization", "Bearer " + app.ownerToken())
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"ci\"}"))
                .build();
        HttpResponse<String> token = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        BoundProvider provider = WebSocketProvider.connect(
                app.url(),
                Credentials.token(
                        JsonValue.parse(token.body()).get("token").orElseThrow().asString()),
                description);
        started.add(provider);
        bound.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return provider;
    }

    private String session(PackagedApp app, Agent agent) {
        return await().atMost(PATIENCE)
                .until(
                        () -> sessions(app).stream()
                                .filter(it -> it.startsWith(agent.session))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static List<String> sessions(PackagedApp app) {
        return app.sessions();
    }
}
