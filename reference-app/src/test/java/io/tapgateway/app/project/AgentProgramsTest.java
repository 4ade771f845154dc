package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.Latecomers;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.Surface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent's directory brings along, in real sessions with real programs. */
@Timeout(60)
class AgentProgramsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path temporary;

    @AutoClose("closeNow")
    private final Gateway gateway = Gateway.builder().build();

    private final AppSessions sessions = new AppSessions(gateway, () -> 0);

    @AutoClose
    private final ProjectEmitters emitters = new ProjectEmitters(gateway, sessions, false);

    /** Of whoever is waited for. */
    private final ManualClock clock = ManualClock.create();

    private Path workspace;
    private HomeDirectory home;

    @AutoClose
    private SessionMcpServers servers;

    @AutoClose
    private ProjectPrograms programs;

    @BeforeEach
    void begin() throws Exception {
        workspace = Files.createDirectory(temporary.toRealPath().resolve("shop"));
        home = new HomeDirectory(temporary.toRealPath().resolve("home"), temporary.resolve("copilot"));
        Files.createDirectory(
                home.path(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectory(home.logs());
        servers = new SessionMcpServers(gateway, sessions, home, "1", System::nanoTime);
        programs = new ProjectPrograms(
                sessions, emitters, servers, gateway.tokens(), home, "ws://127.0.0.1:1/", System::nanoTime);
        AgentPrograms.bringAlong(sessions, new Latecomers(gateway, sessions, clock), programs, home);
    }

    private ProjectConfig config(int seconds) throws Exception {
        Path file = Files.writeString(
                workspace.resolve(ProjectConfig.NAME),
                "{\"providers\":[{\"name\":\"ci\",\"command\":[\"sleep\",\"" + seconds + "\"]}]}");
        return ProjectConfig.read(file, workspace);
    }

    private void approve(ProjectConfig config) throws Exception {
        Approvals.in(home).add(config.file(), config.sha256());
    }

    private AppSessions.Open agent(String id) {
        return sessions.openFor(SessionHost.ignoringEverything(), SessionInfo.of(id, "Agent", workspace));
    }

    private List<String> lines(AppSessions.Open session) {
        return session.host().timelineAfter(0).stream()
                .map(line -> line.entry().text())
                .toList();
    }

    private void awaitPrograms(String session, int number) {
        await().atMost(PATIENCE).until(() -> programs.of(new SessionId(session)).size() == number);
    }

    @Test
    void G003_what_is_approved_starts_in_each_session_of_an_agent_and_ends_with_it() throws Exception {
        approve(config(1_000));

        AppSessions.Open one = agent("one");
        agent("two");

        awaitPrograms("one", 1);
        awaitPrograms("two", 1);
        assertThat(lines(one)).noneMatch(line -> line.contains("approved"));
        one.gateway().close();
        awaitPrograms("one", 0);
        awaitPrograms("two", 1);
    }

    @Test
    void G003_until_what_is_approved_has_joined_no_tool_is_used() throws Exception {
        approve(config(1_000));
        AppSessions.Open session = agent("one");

        assertThat(check(session))
                .isInstanceOf(HookDecision.Deny.class)
                .asString()
                .contains("have not come yet");
        awaitPrograms("one", 1);
        assertThat(check(session)).isInstanceOf(HookDecision.Deny.class);

        LocalProviderTransport.attach(
                gateway, new SessionId("one"), Provider.named("ci").build());

        await().atMost(PATIENCE).until(() -> check(session) instanceof HookDecision.Allow);
    }

    @Test
    void G003_who_does_not_join_is_waited_for_half_a_minute() throws Exception {
        approve(config(1_000));
        AppSessions.Open session = agent("one");
        awaitPrograms("one", 1);
        await().atMost(PATIENCE).until(() -> clock.pending() > 0);

        clock.advance(Latecomers.PATIENCE.minusNanos(1));
        assertThat(check(session)).isInstanceOf(HookDecision.Deny.class);
        clock.advance(Duration.ofNanos(1));

        await().atMost(PATIENCE).until(() -> check(session) instanceof HookDecision.Allow);
    }

    @Test
    void G003_mcp_servers_of_the_directory_start_with_the_session_too_and_its_agent_knows_that_they_come()
            throws Exception {
        ProjectConfig config = servers(echo(""));
        approve(config);
        List<Boolean> expected = new CopyOnWriteArrayList<>();

        AppSessions.Open session = sessions.openFor(new Expectant(expected), SessionInfo.of("one", "Agent", workspace));

        await().atMost(PATIENCE)
                .until(() -> session.gateway().tool("echo_say").isPresent() && expected.contains(false));
        assertThat(expected).startsWith(true).endsWith(false);
        assertThat(servers.all()).singleElement().satisfies(it -> {
            assertThat(it.config()).contains(config.file());
            assertThat(it.view().orElseThrow().state()).isEqualTo(McpServerView.State.READY);
        });
        assertThat(ConfigText.lines(config)).anyMatch(it -> it.startsWith("  echo: {") && it.contains("EchoMcpServer"));
        assertThat(check(session)).isInstanceOf(HookDecision.Allow.class);
    }

    @Test
    void G003_mcp_servers_that_nobody_has_approved_do_not_start() throws Exception {
        servers(echo(""));

        AppSessions.Open session = agent("one");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines(session)).anyMatch(line -> line.contains("would start echo")));
        assertThat(servers.all()).isEmpty();
    }

    @Test
    void M060_of_two_mcp_servers_of_one_name_the_persons_own_is_started() throws Exception {
        McpEntry own = McpEntry.read("Echo", JsonValue.of(Map.of("url", "http://127.0.0.1:1/", "enabled", false)));
        McpServersFile.in(home).put(List.of(own));
        approve(servers(echo("")));

        AppSessions.Open session = agent("one");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines(session))
                        .anyMatch(line -> line.endsWith("is not started: you have one of that name.")));
        assertThat(servers.all())
                .singleElement()
                .satisfies(it -> assertThat(it.entry()).isEqualTo(own));
    }

    @Test
    void M061_a_file_that_an_mcp_server_of_the_directory_names_starts_nothing_once_it_is_another_one()
            throws Exception {
        Path script = Files.writeString(workspace.resolve("settings"), "1");
        ProjectConfig approved = servers(echo(script.toString()));
        assertThat(approved.covered()).containsExactly(script);
        sessions.open(NewSession.of("main", "Main", Optional.of(workspace)));
        Files.writeString(script, "2");

        programs.start(new SessionId("main"), approved);

        assertThat(servers.all())
                .singleElement()
                .satisfies(it -> assertThat(it.problem()).contains(script + " has changed since"));
    }

    private ProjectConfig servers(JsonValue echo) throws Exception {
        Path file = Files.writeString(
                workspace.resolve(ProjectConfig.NAME),
                JsonValue.of(Map.of("mcpServers", Map.of("echo", echo))).json());
        return ProjectConfig.read(file, workspace);
    }

    private static JsonValue echo(String argument) {
        return JsonValue.of(Map.of(
                "command",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "args",
                List.of(
                        "-cp",
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        "io.tapgateway.app.EchoMcpServer",
                        argument)));
    }

    /** An agent that is told who is on the way. */
    private record Expectant(List<Boolean> told) implements SessionHost {
        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void providersExpected(boolean expected) {
            told.add(expected);
        }
    }

    private static HookDecision check(AppSessions.Open session) {
        return session.gateway()
                .preToolUse("shell", JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .join();
    }

    @Test
    void G003_a_session_that_people_play_gets_what_they_ask_for_only() throws Exception {
        approve(config(1_000));

        sessions.open(NewSession.of("main", "Main", Optional.of(workspace)));
        agent("one");

        awaitPrograms("one", 1);
        assertThat(programs.of(new SessionId("main"))).isEmpty();
    }

    @Test
    void G003_what_has_changed_since_is_not_started_and_the_timeline_says_what_to_do() throws Exception {
        approve(config(1_000));
        config(2_000);

        AppSessions.Open session = agent("one");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines(session))
                        .anySatisfy(line -> assertThat(line)
                                .contains("would start ci", "not approved it as it is now", "connect AGENT")));
        assertThat(programs.of(new SessionId("one"))).isEmpty();
    }

    @Test
    void G003_the_person_is_asked_once_and_a_yes_is_remembered() throws Exception {
        config(1_000);
        AppSessions.Open first = agent("one");

        say(first, true);

        awaitPrograms("one", 1);
        agent("two");
        awaitPrograms("two", 1);
    }

    @Test
    void G003_after_a_no_the_session_goes_on_without() throws Exception {
        config(1_000);
        AppSessions.Open session = agent("one");

        say(session, false);

        await().atMost(PATIENCE).until(() -> session.host().user().open().isEmpty());
        await().atMost(PATIENCE).until(() -> check(session) instanceof HookDecision.Allow);
        assertThat(programs.of(new SessionId("one"))).isEmpty();
        assertThat(Approvals.in(home)
                        .contain(config(1_000).file(), config(1_000).sha256()))
                .isFalse();
    }

    /** Somebody comes, who is shown what would be started. */
    private static void say(AppSessions.Open session, boolean yes) {
        Attachment person = session.host().user().attach(new Person());
        await().atMost(PATIENCE).until(() -> !session.host().user().open().isEmpty());
        OpenQuestion question = session.host().user().open().get(0);
        assertThat(question.request().toString()).contains("ci: [\\\"sleep\\\"");
        assertThat(yes ? person.approve(question.id()) : person.deny(question.id(), ""))
                .isTrue();
    }

    private static final class Person implements Surface {
        @Override
        public String name() {
            return "here";
        }

        @Override
        public int mostCharacters() {
            return 10_000;
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}
    }
}
