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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Agents as their makers publish them, offline before a model of ours, connected by what 'connect' writes. What each
 * can do is the table in docs/agents.md.
 */
@Timeout(300)
@Needs({Installed.NPM, Installed.CURL, Installed.NODE})
class RealAgentsIT {
    private static final String WHY = "It fetches the agents, which are large.";

    /** How often the model wants something done until a tool that is late is there. */
    private static final int MOST_TURNS = 12;

    @RegisterExtension
    private static final AgentTable TABLE = new AgentTable();

    @TempDir
    private Path directory;

    private ConnectedAgents agents;
    private FakeModel model;
    private Path work;

    @BeforeEach
    void prepare() throws IOException {
        agents = ConnectedAgents.in(directory);
        model = agents.closing(FakeModel.start());
        work = agents.work();
        agents.launchBy(patientLauncher());
    }

    @AfterEach
    void endAll() throws Exception {
        agents.endAll();
    }

    /** A prompt waits for a file, so that a test can have everybody take their places. */
    private String patientLauncher() {
        return ConnectedAgents.launcher("case $question in *'\"prompt\":\"'*'Push it'*)\n  while [ ! -e '"
                + work.resolve("go") + "' ]; do sleep 0.1; done ;;\nesac\n");
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G022_without_a_gateway_no_tool_is_used(RealAgent agent) throws Exception {
        agents.connect(agent, model, directory.resolve("none"));
        // Its server would start a gateway.
        agents.launchBy(patientLauncher().replaceFirst("exec .*;", "exit 1;"));
        Files.writeString(work.resolve("go"), "");
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = agents.start(agent, model, "Push it");

        assertThat(program.awaitExit(ConnectedAgents.PATIENCE))
                .as(program.printed())
                .isZero();
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
        agents.connect(agent, model, directory.resolve("none"));
        agents.launchBy("""
                #!/bin/sh
                if [ "$1" != hook ]; then exit 1; fi
                case $(cat) in *'"PreToolUse"'*) kill -9 $$ ;; esac
                """);
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = agents.start(agent, model, "Push it");

        assertThat(program.awaitExit(ConnectedAgents.PATIENCE))
                .as(program.printed())
                .isZero();
        assertThat(model.asked()).hasSize(2);
        assertThat(Files.exists(work.resolve("touched"))).isEqualTo(agent != RealAgent.CLAUDE);
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G020_an_agent_has_tools_is_denied_gets_context_and_is_told_news_at_the_end(RealAgent agent) throws Exception {
        PackagedApp app = gateway();
        agents.connect(agent, model, directory.resolve("gateway/home"));
        agent.wantsCommand(model, "git push && touch '" + work.resolve("touched") + "'");
        agent.wantsCommand(model, "touch '" + work.resolve("harmless") + "'; true {turn}");
        model.untilAsked(agent.tool("late"), MOST_TURNS);
        model.thinksUntil(() -> Files.exists(work.resolve("guarded")));
        if (agent.startsServersAfterPrompts()) {
            Files.writeString(work.resolve("go"), "");
        }

        RunningProgram program = agents.start(agent, model, "Push it");
        BoundProvider ci = guardian(app, session(app));
        Files.writeString(work.resolve("go"), "");
        Files.writeString(work.resolve("guarded"), "");
        await().atMost(ConnectedAgents.PATIENCE).until(() -> model.asked().size() >= 2);
        ci.updateTools(List.of(Tool.of("late", "Comes late", Schema.object(), call -> "Late")));
        assertThat(ci.push(Push.to("runs").inject("Look at run 17")))
                .as(program.printed())
                .isTrue();

        assertThat(program.awaitExit(ConnectedAgents.PATIENCE))
                .as(program.printed())
                .isZero();
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
        TABLE.observed(agent, AgentTable.Capability.INJECT, handedOver("Look at run 17"));
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(app.sessions()).containsExactly(PackagedApp.SESSION));
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G003_no_tool_is_used_before_the_guardian_of_a_project_has_come(RealAgent agent) throws Exception {
        var unused = gateway();
        Files.writeString(
                work.resolve("tap.config.json"),
                "{\"providers\":[{\"name\":\"ci\",\"command\":[\"sleep\",\"1000\"]}]}");
        agents.connect(agent, model, directory.resolve("gateway/home"), "--approve-config");
        Files.writeString(work.resolve("go"), "");
        agent.wantsCommand(model, "touch '" + work.resolve("touched") + "'");

        RunningProgram program = agents.start(agent, model, "Push it");

        assertThat(program.awaitExit(ConnectedAgents.PATIENCE))
                .as(program.printed())
                .isZero();
        assertThat(model.asked()).hasSize(2);
        assertThat(model.asked().get(1)).contains("have not come yet");
        assertThat(work.resolve("touched")).doesNotExist();
    }

    /** At which occasion the model was told something first. */
    private String handedOver(String text) {
        List<String> asked = model.asked();
        for (int i = 0; i < asked.size(); i++) {
            if (asked.get(i).contains(text)) {
                return i < model.askedUntilGoodbye() ? "with its next tool" : "at the end of a turn";
            }
        }
        return "no";
    }

    @ParameterizedTest
    @EnumSource(names = "CLAUDE")
    @ThoroughOnly(WHY)
    void G033_the_call_of_an_agent_that_is_stopped_ends(RealAgent agent) throws Exception {
        PackagedApp app = gateway();
        agents.connect(agent, model, directory.resolve("gateway/home"));
        agent.wantsTool(model, "wait");
        model.thinksUntil(() -> Files.exists(work.resolve("go")));
        if (agent.startsServersAfterPrompts()) {
            Files.writeString(work.resolve("go"), "");
        }
        RunningProgram program = agents.start(agent, model, "Push it");
        var unused = guardian(app, session(app));
        Files.writeString(work.resolve("go"), "");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(
                        () -> assertThat(app.load("ci")).as(program.printed()).isEqualTo(1));

        program.interrupt();

        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(app.load("ci")).isZero());
        TABLE.observed(agent, AgentTable.Capability.INTERRUPT, "yes");
    }

    private PackagedApp gateway() throws Exception {
        return agents.closing(PackagedApp.start(directory.resolve("gateway")));
    }

    private BoundProvider guardian(PackagedApp app, String session) throws Exception {
        CompletableFuture<BoundProvider> bound = new CompletableFuture<>();
        Provider description = Provider.named("ci")
                .onBound(bound::complete)
                .context("It rains in CI")
                .deny(Match.tool("shell").args("git push"), "CI is red.")
                .tool("greet", "Says hello", Schema.object(), call -> "Hello")
                .tool("wait", "Waits until it is stopped", Schema.object(), call -> new CompletableFuture<>())
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
        agents.closing(provider);
        bound.get(ConnectedAgents.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return provider;
    }

    private static String session(PackagedApp app) {
        return await().atMost(ConnectedAgents.PATIENCE)
                .until(
                        () -> app.sessions().stream()
                                .filter(it -> !it.equals(PackagedApp.SESSION))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
