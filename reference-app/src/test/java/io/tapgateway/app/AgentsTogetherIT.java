package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Claude Code and Codex in the directory of one project, which has a guardian, beside pages that their user
 * has open. Nobody has started a gateway: the agents do.
 */
@Timeout(300)
@Needs({Installed.NPM, Installed.CURL, Installed.NODE})
class AgentsTogetherIT {
    private static final String WHY = "It fetches the agents, which are large.";
    private static final String GUARDIAN = "ci-guardian";
    private static final String DENIED = "Denied by ci-guardian: CI of main: run 17 has failed.";

    /** What it may be while a gateway and a guardian come back, which takes as long as it takes. */
    private static final String NO = "gateway does not answer|not back yet|have not come yet|" + DENIED;

    /** What is left of an agent that was killed has so long (G-001). */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final Pattern PAGE = Pattern.compile("The page is at (\\S+)");

    @TempDir
    private Path directory;

    private ConnectedAgents agents;
    private HomeGateway gateway;
    private int port;
    private Path pushed;

    @BeforeEach
    void connectNobody() throws IOException {
        agents = ConnectedAgents.in(directory);
        Path home = directory.resolve("gateway");
        gateway = agents.closing(new HomeGateway(home));
        port = SharedGatewayIT.freePort();
        setting(home, "port", port);
        setting(home, "control-port", 0);
        pushed = agents.work().resolve("pushed");
        ci("failed");
        List<String> guardian =
                new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
        guardian.add("io.tapgateway.examples.guardian.GuardianMain");
        Files.writeString(
                agents.work().resolve("tap.config.json"),
                JsonValue.of(Map.of("providers", List.of(Map.of("name", GUARDIAN, "command", guardian))))
                        .json());
    }

    @AfterEach
    void endAll() throws Exception {
        agents.endAll();
    }

    @Test
    @ThoroughOnly(WHY)
    @Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
    void G001_G002_two_agents_have_a_session_each_and_one_that_is_killed_leaves_nothing() throws Exception {
        FakeModel ofClaude = connected(RealAgent.CLAUDE);
        FakeModel ofCodex = connected(RealAgent.CODEX);
        AgentConversation claude = RealAgent.CLAUDE.converse(agents, ofClaude);
        claude.say("Push 1");
        assertThat(answerTo("Push 1", ofClaude)).contains(DENIED);
        String first = gateway.foreground().orElseThrow();
        Browser browser = agents.closing(Browser.start(directory.resolve("browser")));
        RunningProgram site = openTab(browser);
        awaitIn(first, "tab", site);
        WebSite example = agents.closing(WebSite.of(WebSite.copyExample(directory.resolve("site"))));
        browser.openAnother(example.page("?port=" + port));
        pair(browser, first);

        // The user waits for it.
        ofCodex.thinksUntil(() -> ofCodex.asked().size() < 2 && isGuarded());
        RunningProgram codex = agents.start(RealAgent.CODEX, ofCodex, "Push it");
        assertThat(answerTo("Push it", ofCodex)).contains(DENIED);
        String second = await().atMost(ConnectedAgents.PATIENCE)
                .until(() -> gateway.foreground().orElseThrow(), it -> !it.equals(first));

        assertThat(gateway.sessions()).containsExactlyInAnyOrder(first, second);
        assertThat(gateway.providers(first)).contains(GUARDIAN);
        awaitIn(second, "tab", site);
        // A paired page stays, and comes along when its user pairs it again (D-047, D-059).
        assertThat(gateway.providers(first)).contains("web-page");
        browser.click("#leave");
        pair(browser, second);
        assertThat(push(2, ofClaude, claude)).contains(DENIED);
        awaitIn(first, "tab", site);
        assertThat(titleByTab(ofClaude, claude)).contains("The Moon");
        assertThat(pushed).doesNotExist();

        List<ProcessHandle> guardians =
                gateway.process().orElseThrow().descendants().toList();
        assertThat(guardians).isNotEmpty();
        List<ProcessHandle> left = codex.killAlone();
        assertThat(left).isNotEmpty();
        await().atMost(GRACE).untilAsserted(() -> {
            assertThat(gateway.sessions()).containsExactly(first);
            assertThat(left).noneMatch(ProcessHandle::isAlive);
        });
        browser.awaitText("#state", "The session has ended");
        List<ProcessHandle> others = claude.program().killAlone();
        assertThat(others).isNotEmpty();
        await().atMost(GRACE).untilAsserted(() -> {
            assertThat(gateway.sessions()).isEmpty();
            assertThat(others).noneMatch(ProcessHandle::isAlive);
            assertThat(guardians).noneMatch(ProcessHandle::isAlive);
        });
    }

    @Test
    @ThoroughOnly(WHY)
    void G001_G005_a_window_keeps_its_session_and_its_guardian_whatever_begins_anew() throws Exception {
        FakeModel model = connected(RealAgent.CLAUDE);
        AgentConversation claude = RealAgent.CLAUDE.converse(agents, model);
        claude.say("Push 1");
        assertThat(answerTo("Push 1", model)).contains(DENIED);
        List<String> session = gateway.sessions();
        assertThat(session).hasSize(1);

        claude.say("/clear");
        assertThat(push(2, model, claude)).contains(DENIED);
        assertThat(model.asked().get(model.asked().size() - 1)).doesNotContain("Push 1");
        assertThat(gateway.sessions()).isEqualTo(session);

        model.thinksUntil(() -> true);
        gateway.kill();
        assertThat(push(3, model, claude)).containsPattern(NO);
        await().atMost(ConnectedAgents.PATIENCE).until(this::isGuarded);
        assertThat(gateway.sessions()).isEqualTo(session);
        assertThat(push(4, model, claude)).contains(DENIED);

        assertThat(claude.leave().awaitExit(ConnectedAgents.PATIENCE)).isZero();
        await().atMost(GRACE).untilAsserted(() -> assertThat(gateway.sessions()).isEmpty());
        model.thinksUntil(this::isGuarded);
        AgentConversation resumed = RealAgent.CLAUDE.converse(agents, model, "--continue");
        assertThat(push(5, model, resumed)).contains(DENIED);
        assertThat(model.asked().get(model.asked().size() - 1)).contains("Push 4");
        assertThat(gateway.sessions()).hasSize(1);
        assertThat(pushed).doesNotExist();

        ci("passed");
        assertThat(push(6, model, resumed)).isNotEmpty();
        assertThat(pushed).exists();
    }

    /** The user wants it pushed once more. Returns what the model was told then. */
    private String push(int number, FakeModel model, AgentConversation user) {
        user.awaitAnswered();
        wantsPush(RealAgent.CLAUDE, model);
        user.say("Push " + number);
        return answerTo("Push " + number, model);
    }

    private FakeModel connected(RealAgent agent) throws IOException {
        FakeModel model = agents.closing(FakeModel.start());
        agents.connect(agent, model, directory.resolve("gateway"), "--approve-config");
        wantsPush(agent, model);
        model.thinksUntil(this::isGuarded);
        return model;
    }

    private void wantsPush(RealAgent agent, FakeModel model) {
        agent.wantsCommand(model, "git push; touch '" + pushed + "'");
    }

    /** Whether the guardian has come to each session. */
    private boolean isGuarded() {
        List<String> sessions = gateway.sessions();
        return !sessions.isEmpty()
                && sessions.stream().allMatch(it -> gateway.providers(it).contains(GUARDIAN));
    }

    /** What the model was told of what it has wanted after a prompt. */
    private static String answerTo(String prompt, FakeModel model) {
        Pattern answer = Pattern.compile(Pattern.quote(prompt + '"') + ".*?(?:tool_result|function_call_output)(.*)");
        return await().atMost(ConnectedAgents.PATIENCE)
                .until(
                        () -> model.asked().stream()
                                .map(answer::matcher)
                                .filter(Matcher::find)
                                .map(it -> it.group(1))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Opens a page whose program has a token, and goes along with its user. */
    private RunningProgram openTab(Browser browser) {
        Path script = PackagedApp.MODULE.resolve("src/test/resources/providers/tab.mjs");
        RunningProgram site =
                agents.run(Map.of("TAP_GATEWAY_URL", "ws://127.0.0.1:" + port + "/"), Interpreter.NODE.command(script));
        site.awaitPrinted("The page is at ");
        browser.open(PAGE.matcher(site.printed())
                .results()
                .map(it -> URI.create(it.group(1)))
                .findFirst()
                .orElseThrow());
        return site;
    }

    /** The user lets the example's page into the session in the foreground. */
    private void pair(Browser browser, String session) {
        int before = gateway.pairingCodes(session).size();
        browser.clickWhenThere("#pair");
        browser.awaitText("#state", "Enter the pairing code");
        List<String> codes = await().atMost(ConnectedAgents.PATIENCE)
                .until(() -> gateway.pairingCodes(session), it -> it.size() > before);
        browser.enter("#code", codes.get(codes.size() - 1));
        browser.awaitText("#state", "Connected to");
        assertThat(gateway.providers(session)).contains("web-page");
    }

    /** What the model is told by the tab, once it is shown the tool. */
    private static String titleByTab(FakeModel model, AgentConversation user) {
        await().atMost(ConnectedAgents.PATIENCE).until(() -> {
            user.say("Hello");
            user.awaitAnswered();
            List<String> asked = model.asked();
            return RealAgent.CLAUDE.shows(asked.get(asked.size() - 1), "tab_title");
        });
        RealAgent.CLAUDE.wantsTool(model, "tab_title");
        user.say("Which page");
        return answerTo("Which page", model);
    }

    private void awaitIn(String session, String provider, RunningProgram program) {
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(gateway.providers(session))
                        .as(program.printed())
                        .contains(provider));
    }

    private void ci(String state) throws IOException {
        Files.writeString(
                agents.work().resolve("ci.json"),
                JsonValue.of(Map.of("branch", "main", "state", state, "run", 17))
                        .json());
    }

    private void setting(Path home, String name, int value) {
        agents.done(List.of("tapgateway", "config", "--home", home.toString(), name, "" + value));
    }
}
