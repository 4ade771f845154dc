package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Agents as their makers publish them, offline before a model of ours, connected by what 'connect' writes. What each can
 * do is the table in docs/agents.md.
 */
@Timeout(300)
@Needs({Installed.NPM, Installed.CURL, Installed.NODE})
class RealAgentsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String WHY = "It fetches the agents, which are large.";
    private static final Path LAUNCH = PackagedApp.MODULE.resolve("src/main/sh/launch.sh");

    /** How often the model wants something done until a tool that is late is there. */
    private static final int MOST_TURNS = 12;

    @RegisterExtension
    private static final AgentTable TABLE = new AgentTable();

    @TempDir
    private Path directory;

    private final List<AutoCloseable> started = new ArrayList<>();
    private FakeModel model;
    private Path work;
    private Path home;

    @BeforeEach
    void prepare() throws IOException {
        model = FakeModel.start();
        started.add(model);
        work = Files.createDirectories(directory.resolve("work")).toRealPath();
        home = Files.createDirectories(directory.resolve("home"));
        Path launcher = Files.createDirectories(directory.resolve("bin")).resolve("tapgateway");
        Files.writeString(launcher, launcher());
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    /**
     * The launcher as packaged, but that it never builds; and a prompt waits for a file, so that a test can have
     * everybody take their places.
     */
    private String launcher() {
        String java = PackagedApp.ownersCommand().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        return "#!/bin/sh\nset -eu\n. '" + LAUNCH + "'\nif [ \"$1\" != hook ]; then exec " + java + " \"$@\"; fi\n"
                + "question=$(cat)\ncase $question in *'\"prompt\":\"'*'Push it'*)\n"
                + "  while [ ! -e '" + work.resolve("go") + "' ]; do sleep 0.1; done ;;\nesac\n"
                + "printf '%s' \"$question\" | (hook \"$@\")\n";
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
    void G022_without_a_gateway_no_tool_is_used(RealAgent agent) throws Exception {
        connect(agent, directory.resolve("none"));
        // Its server would start a gateway.
        Files.writeString(directory.resolve("bin/tapgateway"), launcher().replaceFirst("exec .*;", "exit 1;"));
        Files.writeString(work.resolve("go"), "");
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = start(agent, "Push it");

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        assertThat(model.asked()).hasSize(2);
        // Copilot does not hand on what its hook says with this code.
        assertThat(model.asked().get(1))
                .containsAnyOf("the gateway does not answer, so no tool may be used", "hook exited with code 2");
        assertThat(work.resolve("touched")).doesNotExist();
        TABLE.observed(agent, AgentTable.Capability.FAIL_CLOSED, "yes");
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "CODEX"})
    @ThoroughOnly(WHY)
    void G022_a_hook_that_is_killed_is_a_no_to_claude_and_an_opening_elsewhere(RealAgent agent) throws Exception {
        connect(agent, directory.resolve("none"));
        Files.writeString(directory.resolve("bin/tapgateway"), """
                #!/bin/sh
                if [ "$1" != hook ]; then exit 1; fi
                case $(cat) in *'"PreToolUse"'*) kill -9 $$ ;; esac
                """);
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = start(agent, "Push it");

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        assertThat(model.asked()).hasSize(2);
        assertThat(Files.exists(work.resolve("touched"))).isEqualTo(agent != RealAgent.CLAUDE);
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G020_an_agent_has_tools_is_denied_gets_context_and_is_told_news_at_the_end(RealAgent agent) throws Exception {
        PackagedApp app = gateway();
        connect(agent, directory.resolve("gateway/home"));
        agent.wantsCommand(model, "git push && touch '" + work.resolve("touched") + "'");
        agent.wantsCommand(model, "touch '" + work.resolve("harmless") + "'; true {turn}");
        model.untilAsked(agent.tool("late"), MOST_TURNS);
        model.thinksUntil(() -> Files.exists(work.resolve("guarded")));
        if (agent.startsServersAfterPrompts()) {
            Files.writeString(work.resolve("go"), "");
        }

        RunningProgram program = start(agent, "Push it");
        BoundProvider ci = guardian(app, session(app));
        Files.writeString(work.resolve("go"), "");
        Files.writeString(work.resolve("guarded"), "");
        await().atMost(PATIENCE).until(() -> model.asked().size() >= 2);
        ci.updateTools(List.of(Tool.of("late", "Comes late", Schema.object(), call -> "Late")));
        assertThat(ci.push(Push.to("runs").inject("Look at run 17")))
                .as(program.printed())
                .isTrue();

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        List<String> asked = model.asked();
        String last = asked.get(asked.size() - 1);
        TABLE.observed(agent, AgentTable.Capability.TOOLS, last.contains(agent.tool("greet")) ? "yes" : "no");
        TABLE.observed(
                agent,
                AgentTable.Capability.CONTEXT,
                asked.get(0).contains("It rains in CI") ? "yes" : "not with the first prompt");
        assertThat(asked.get(1)).contains("Denied by ci: CI is red.");
        assertThat(work.resolve("touched")).doesNotExist();
        assertThat(work.resolve("harmless")).exists();
        TABLE.observed(agent, AgentTable.Capability.DENY, "yes");
        TABLE.observed(agent, AgentTable.Capability.LATE_TOOLS, last.contains(agent.tool("late")) ? "yes" : "no");
        TABLE.observed(
                agent, AgentTable.Capability.INJECT, last.contains("Look at run 17") ? "at the end of a turn" : "no");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(app.sessions()).containsExactly(PackagedApp.SESSION));
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G003_no_tool_is_used_before_the_guardian_of_a_project_has_come(RealAgent agent) throws Exception {
        var unused = gateway();
        Files.writeString(
                work.resolve("tap.config.json"),
                "{\"providers\":[{\"name\":\"ci\",\"command\":[\"sleep\",\"1000\"]}]}");
        connect(agent, directory.resolve("gateway/home"), "--approve-config");
        Files.writeString(work.resolve("go"), "");
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = start(agent, "Push it");

        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        assertThat(model.asked()).hasSize(2);
        assertThat(model.asked().get(1)).contains("have not come yet");
        assertThat(work.resolve("touched")).doesNotExist();
    }

    private PackagedApp gateway() throws Exception {
        PackagedApp app = PackagedApp.start(directory.resolve("gateway"));
        started.add(app);
        return app;
    }

    /** Connects an agent as its user does, with more patience for its hooks than users have. */
    private void connect(RealAgent agent, Path gateway, String... options) throws IOException {
        agent.install();
        agent.configure(home, model);
        List<String> command =
                new ArrayList<>(List.of("tapgateway", "connect", agent.word(), "--home", gateway.toString()));
        command.addAll(List.of(options));
        RunningProgram connect = inWork(Map.of(), command);
        assertThat(connect.awaitExit(PATIENCE)).as(connect.printed()).isZero();
        for (Path root : List.of(home, work)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                    if (text.contains("tapgateway")) {
                        Files.writeString(
                                file,
                                text.replaceAll("(\"timeout(?:Sec)?\": |LIMIT_MILLIS = )10", "$160"),
                                StandardCharsets.ISO_8859_1);
                    }
                }
            }
        }
    }

    private RunningProgram start(RealAgent agent, String prompt) {
        return inWork(agent.environment(model), agent.command(prompt));
    }

    /** Runs something where the agent works, which finds the launcher in its path. */
    private RunningProgram inWork(Map<String, String> environment, List<String> command) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        List<String> there =
                new ArrayList<>(List.of("sh", "-c", "cd \"$1\"; shift; exec \"$@\"", "sh", work.toString()));
        there.addAll(command);
        RunningProgram program = RunningProgram.start(home, all, there);
        started.add(program);
        return program;
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

    private static String session(PackagedApp app) {
        return await().atMost(PATIENCE)
                .until(
                        () -> app.sessions().stream()
                                .filter(it -> !it.equals(PackagedApp.SESSION))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
