package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
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

    /** How long an agent may take to tell its servers of something. */
    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    private static final AgentTable TABLE = new AgentTable();

    @TempDir
    private Path directory;

    private ConnectedAgents agents;
    private HomeGateway gateway;
    private FakeModel model;
    private Path work;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void fetchAgents() throws IOException {
        RealAgent.installAll();
    }

    @BeforeEach
    void prepare() throws IOException {
        agents = ConnectedAgents.in(directory);
        gateway = agents.closing(new HomeGateway(directory.resolve("gateway/home")));
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
        agents.connect(agent, model, gateway.home());
        agent.wantsCommand(model, "git push && touch '" + work.resolve("touched") + "'");
        agent.wantsCommand(model, "touch '" + work.resolve("harmless") + "'; true {turn}");
        model.untilAsked(agent.tool("late"), MOST_TURNS);
        model.thinksUntil(() -> Files.exists(work.resolve("guarded")));
        if (agent.startsServersAfterPrompts()) {
            Files.writeString(work.resolve("go"), "");
        }

        RunningProgram program = agents.start(agent, model, "Push it");
        BoundProvider ci = guardian();
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
        TABLE.observed(agent, AgentTable.Capability.TOOLS, shown("greet", agent));
        TABLE.observed(
                agent,
                AgentTable.Capability.CONTEXT,
                asked.get(0).contains("It rains in CI") ? "yes" : "not with the first prompt");
        assertThat(asked.get(1)).contains("Denied by ci: CI is red.");
        assertThat(work.resolve("touched")).doesNotExist();
        assertThat(work.resolve("harmless")).exists();
        TABLE.observed(agent, AgentTable.Capability.DENY, "yes");
        TABLE.observed(agent, AgentTable.Capability.LATE_TOOLS, shown("late", agent));
        TABLE.observed(agent, AgentTable.Capability.INJECT_BUSY, handedOver("Look at run 17"));
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
        agents.connect(agent, model, gateway.home(), "--approve-config");
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

    /** How the model knows a tool in the end. */
    private String shown(String tool, RealAgent agent) {
        return last().contains(agent.tool(tool)) ? "yes" : agent.shows(last(), tool) ? "by a search" : "no";
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "GEMINI"})
    @ThoroughOnly(WHY)
    void G040_who_has_installed_the_package_has_tools_and_is_denied(RealAgent agent) throws Exception {
        gateway();
        Path packages = directory.resolve("packages");
        agent.install();
        agent.configure(agents.home(), model);
        Map<String, String> environment = new HashMap<>(agent.environment(model));
        environment.put("TAPGATEWAY_HOME", gateway.home().toString());
        agents.done(List.of("tapgateway", "packages", packages.toString()));
        for (List<String> command : agent.installPackage(packages)) {
            agents.done(environment, command);
        }
        agent.wantsCommand(model, "git push && touch '" + work.resolve("touched") + "'");
        agent.wantsCommand(model, "true {turn}");
        model.untilAsked(agent.toolOfPackage("greet"), MOST_TURNS);
        model.thinksUntil(() -> Files.exists(work.resolve("guarded")));

        RunningProgram program = agents.run(environment, agent.command("Push it"));
        var unused = guardian();
        Files.writeString(work.resolve("go"), "");
        Files.writeString(work.resolve("guarded"), "");

        assertThat(program.awaitExit(ConnectedAgents.PATIENCE))
                .as(program.printed())
                .isZero();
        assertThat(model.asked().get(1)).contains("Denied by ci: CI is red.");
        assertThat(model.asked()).last().asString().contains(agent.toolOfPackage("greet"));
        assertThat(work.resolve("touched")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = "CODEX")
    @ThoroughOnly(WHY)
    void G042_doctor_hears_from_codex_which_hooks_its_user_has_not_trusted(RealAgent agent) throws Exception {
        Path home = directory.resolve("none");
        agents.connect(agent, model, home);
        String codex = agent.program("codex");
        agents.putOnPath("codex", codex);
        List<String> doctor = List.of("tapgateway", "doctor", "--home", home.toString());

        assertThat(printed(doctor)).contains("Codex does not run its hooks for preToolUse, ");
        Path config = agents.home().resolve(".codex/config.toml");
        Files.writeString(config, Files.readString(config) + trusting(codex));

        // The launcher of tests stands in the files, so that they are not what was written.
        assertThat(printed(doctor)).contains("OK    clock").doesNotContain("Codex does not");
    }

    private String printed(List<String> command) {
        RunningProgram program = agents.run(Map.of(), command);
        assertThat(program.awaitExit(ConnectedAgents.PATIENCE)).isLessThan(2);
        return program.printed();
    }

    /** What Codex writes down once its user trusts the hooks that it lists. */
    private String trusting(String codex) {
        RunningProgram server = agents.talk(Map.of(), List.of(codex, "app-server"));
        server.type(
                "{\"id\":0,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"it\",\"version\":\"1\"}}}");
        server.awaitPrinted("\"id\":0");
        server.type("{\"method\":\"initialized\"}");
        server.type("{\"id\":1,\"method\":\"hooks/list\",\"params\":{\"cwds\":[\"" + work + "\"]}}");
        server.awaitPrinted("\"id\":1");
        Matcher hook = Pattern.compile("\"key\":\"([^\"]+)\".*?\"currentHash\":\"([^\"]+)\"")
                .matcher(server.printed());
        StringBuilder trust = new StringBuilder();
        while (hook.find()) {
            trust.append("\n[hooks.state.\"" + hook.group(1) + "\"]\ntrusted_hash = \"" + hook.group(2) + "\"\n");
        }
        return trust.toString();
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
    @EnumSource
    @ThoroughOnly(WHY)
    void G030_an_agents_turn_goes_on_with_what_was_pushed_and_what_comes_later_waits(RealAgent agent) throws Exception {
        var unused = gateway();
        agents.connect(agent, model, gateway.home());
        agents.launchBy(launcherThatHoldsEnds());
        AgentConversation user = agent.converse(agents, model);
        BoundProvider ci = guardian();
        user.say("Push it");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(work.resolve("ended"))
                        .as(user.program().printed())
                        .exists());

        assertThat(ci.push(Push.to("runs").inject("Look at run 17"))).isTrue();
        Files.writeString(work.resolve("go"), "");
        // The turn that goes on ends as well; over ACP that may be after the prompt is answered.
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(work.resolve("told"))
                        .as(user.program().printed())
                        .hasContent("end\nend"));
        user.awaitAnswered();
        assertThat(last()).contains("Look at run 17");
        assertThat(ci.push(Push.to("runs").inject("Look at run 18"))).isTrue();
        user.say("Go on");

        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(
                        () -> assertThat(last()).as(user.program().printed()).contains("Go on", "Look at run 18"));
        assertThat(model.asked())
                .filteredOn(it -> !it.contains("Go on"))
                .noneMatch(it -> it.contains("Look at run 18"));
        TABLE.observed(agent, AgentTable.Capability.INJECT_IDLE, "its turn goes on; later, with the next prompt");
    }

    /** Hooks that tell of the end of a turn wait, so that there is time to push something, and say when they end. */
    private String launcherThatHoldsEnds() {
        return ConnectedAgents.launcher(
                "case $question in *'\"Stop\"'* | *'\"AfterAgent\"'* | *'\"stopReason\"'*)\n  touch '"
                        + work.resolve("ended") + "'; while [ ! -e '" + work.resolve("go")
                        + "' ]; do sleep 0.1; done\n  trap \"echo end >>'" + work.resolve("told")
                        + "'\" EXIT ;;\nesac\n");
    }

    private String last() {
        List<String> asked = model.asked();
        return asked.get(asked.size() - 1);
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G033_the_call_of_an_agent_that_is_stopped_ends(RealAgent agent) throws Exception {
        PackagedApp app = gateway();
        agents.connect(agent, model, gateway.home());
        Files.writeString(work.resolve("go"), "");
        AgentConversation user = agent.converse(agents, model);
        var unused = guardian();
        awaitTool("wait", agent, user);
        agent.wantsTool(model, "wait");
        user.say("Push it");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() ->
                        assertThat(app.load("ci")).as(user.program().printed()).isEqualTo(1));

        user.interrupt();

        boolean isTold = isSoon(() -> app.load("ci") == 0);
        user.say("Go on");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(
                        () -> assertThat(last()).as(user.program().printed()).contains("Go on"));
        user.program().kill();
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(app.load("ci")).isZero());
        TABLE.observed(
                agent, AgentTable.Capability.INTERRUPT, isTold ? "yes" : "no: with its time limit, or with the agent");
    }

    private static boolean isSoon(Callable<Boolean> condition) {
        try {
            await().atMost(SOON).until(condition);
            return true;
        } catch (ConditionTimeoutException never) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly(WHY)
    void G005_an_agent_whose_gateway_was_killed_uses_no_tool_until_its_guardian_is_back(RealAgent agent)
            throws Exception {
        for (String port : List.of("port", "control-port")) {
            agents.done(List.of("tapgateway", "config", "--home", gateway.home().toString(), port, "0"));
        }
        PackagedApp app = gateway();
        agents.connect(agent, model, gateway.home());
        Files.writeString(work.resolve("go"), "");
        String push = "git push; touch '" + work.resolve("touched") + "'";
        AgentConversation user = agent.converse(agents, model);
        BoundProvider ci = guardian();
        String session = session();
        assertThat(answer(push, agent, user)).contains("Denied by ci: CI is red.");

        app.kill();
        ci.goodbye("it does not come back by itself");

        // Copilot does not hand on what its hook says with this code.
        assertThat(answer(push, agent, user))
                .containsPattern("the gateway does not answer|hook exited with code 2|'ci' is not back yet");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(gateway.sessions()).containsExactly(session));
        assertThat(answer("touch '" + work.resolve("touched") + "'", agent, user))
                .contains("'ci' is not back yet");
        var unused = guardian();
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(gateway.providers(session)).containsExactly("ci"));
        assertThat(answer(push, agent, user)).contains("Denied by ci: CI is red.");
        assertThat(answer("touch '" + work.resolve("harmless") + "'", agent, user))
                .doesNotContain("is not back yet");
        assertThat(work.resolve("harmless")).exists();
        assertThat(work.resolve("touched")).doesNotExist();
        awaitTool("greet", agent, user);
        agent.wantsTool(model, "greet");
        user.say("Greet");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(
                        () -> assertThat(last()).as(user.program().printed()).contains("Hello from CI"));
        TABLE.observed(agent, AgentTable.Capability.RESTART, "yes");
    }

    /** What the model is told of a command that it wants run after a prompt. */
    private String answer(String command, RealAgent agent, AgentConversation user) {
        agent.wantsCommand(model, command);
        int before = model.asked().size();
        user.say("Push " + before);
        user.awaitAnswered();
        await().atMost(ConnectedAgents.PATIENCE).until(() -> model.asked().size() >= before + 2);
        String asked = model.asked().get(before + 1);
        return asked.substring(asked.indexOf("Push " + before));
    }

    /** The user writes until the model is shown a tool. */
    private void awaitTool(String name, RealAgent agent, AgentConversation user) {
        await().atMost(ConnectedAgents.PATIENCE).until(() -> {
            user.say("Hello");
            user.awaitAnswered();
            return agent.shows(last(), name);
        });
    }

    private PackagedApp gateway() throws Exception {
        return agents.closing(PackagedApp.start(directory.resolve("gateway")));
    }

    private BoundProvider guardian() throws Exception {
        CompletableFuture<BoundProvider> bound = new CompletableFuture<>();
        Provider description = Provider.named("ci")
                .onBound(bound::complete)
                .context("It rains in CI")
                .deny(Match.tool("shell").args("git push"), "CI is red.")
                .tool("greet", "Says hello", Schema.object(), call -> "Hello from CI")
                .tool("wait", "Waits until it is stopped", Schema.object(), call -> new CompletableFuture<>())
                .build();
        String session = session();
        BoundProvider provider = agents.closing(WebSocketProvider.connect(
                gateway.url(), Credentials.token(gateway.spawnToken(session, "ci")), description));
        bound.get(ConnectedAgents.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return provider;
    }

    /** The agent's. */
    private String session() {
        return await().atMost(ConnectedAgents.PATIENCE)
                .until(
                        () -> gateway.sessions().stream()
                                .filter(it -> !it.equals(PackagedApp.SESSION))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
