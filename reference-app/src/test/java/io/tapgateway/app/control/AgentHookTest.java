package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.Needs;
import io.tapgateway.app.agents.HookKeys;
import io.tapgateway.app.agents.HookQuestion;
import io.tapgateway.app.agents.HostSessions;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.ScriptedPeer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of agents at a control port that listens, by HTTP and by the script that agents run. */
@Timeout(120)
class AgentHookTest {
    private static final HookKeys KEYS = new HookKeys(Secret.of("hook-secret"), Secret.of("proof"));
    private static final String PUSH = named("PreToolUse", "'tool_name':'Bash','tool_input':{'command':'git push'}");
    private static final String DENIED = "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
            + "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"Denied by guardian: CI is red.\"}}";
    private static final String COMPLAINT =
            "tapgateway: the gateway does not answer, so no tool may be used: start it with 'tapgateway start', or do"
                    + " without it by 'tapgateway connect claude --remove'.";
    private static final String GUARDIAN =
            "{'type':'hello','protocolVersion':2,'name':'guardian','hooks':{'onPreToolUse':[{'action':'deny',"
                    + "'match':{'tool':'shell'},'reason':'CI is red.'}]}}";
    private static final Path LAUNCH =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("src/main/sh/launch.sh");

    @TempDir
    private Path home;

    private final Map<String, String> variables = new HashMap<>();
    private PortFixture port;
    private Process agent;

    @BeforeEach
    void listen() throws IOException {
        port = new PortFixture();
        agent = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void close() {
        port.close();
        agent.destroyForcibly();
    }

    @Test
    void G020_the_hook_token_lets_hooks_in_and_nothing_else() throws Exception {
        assertThat(hook("hook-secret", PUSH).statusCode()).isEqualTo(200);
        assertThat(hook("owner-secret", PUSH).statusCode()).isEqualTo(401);
        assertThat(hook("wrong", PUSH).statusCode()).isEqualTo(401);
        assertThat(port.send(port.request("api/sessions").header("Authorization", "Bearer hook-secret"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(port.send(port.request("hooks/../api/sessions").header("Authorization", "Bearer hook-secret"))
                        .statusCode())
                .isNotEqualTo(200);
        assertThat(port.send(request("hook-secret", PUSH).header("Origin", "https://example.org"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void G022_what_no_agent_says_is_refused() throws Exception {
        assertThat(hook("hook-secret", "no JSON").statusCode()).isEqualTo(400);
        assertThat(port.send(port.request("hooks/nobody")
                                .header("Authorization", "Bearer hook-secret")
                                .header("Tap-Agent-Process", "" + agent.pid())
                                .POST(HttpRequest.BodyPublishers.ofString(PUSH)))
                        .statusCode())
                .isEqualTo(404);
        assertThat(port.send(port.request("hooks/claude")
                                .header("Authorization", "Bearer hook-secret")
                                .POST(HttpRequest.BodyPublishers.ofString(PUSH)))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void G001_an_agent_without_a_host_has_a_session_until_its_conversation_ends() throws Exception {
        assertThat(hook("hook-secret", named("SessionStart", "'source':'startup'"))
                        .body())
                .isEqualTo("proof\n{}");
        assertThat(port.sessions.views()).isEmpty();

        hook("hook-secret", PUSH);
        hook("hook-secret", PUSH);

        assertThat(port.sessions.views()).singleElement().satisfies(view -> {
            assertThat(view.info().id().value()).matches("claude-[0-9a-f]{8}");
            assertThat(view.info().label()).isEqualTo("claude: shop");
            assertThat(view.info().cwd()).contains(Path.of("/code/shop"));
        });

        hook("hook-secret", named("SessionEnd", "'reason':'other'"));
        await().until(() -> port.sessions.views().isEmpty());
    }

    @Test
    void G001_a_prompt_opens_no_session_where_the_agents_server_is_about_to() throws Exception {
        HttpRequest.Builder copilot = port.request("hooks/copilot")
                .header("Authorization", "Bearer hook-secret")
                .header("Tap-Agent-Process", "" + agent.pid());
        String prompt = json("{'sessionId':'c1','cwd':'/code/shop','prompt':'Hi'}");
        assertThat(port.send(copilot.POST(HttpRequest.BodyPublishers.ofString(prompt)))
                        .body())
                .isEqualTo("proof\n{}");
        assertThat(port.sessions.views()).isEmpty();

        hook("hook-secret", named("UserPromptSubmit", "'prompt':'Hi'"));

        assertThat(port.sessions.views()).hasSize(1);
    }

    @Test
    void G001_the_session_of_an_agent_that_is_killed_ends() throws Exception {
        hook("hook-secret", PUSH);
        assertThat(port.sessions.views()).hasSize(1);

        agent.destroyForcibly();

        await().until(() -> port.sessions.views().isEmpty());
    }

    @Test
    void G001_a_host_of_the_same_agent_is_its_window() throws Exception {
        hook("hook-secret", PUSH);
        String own = port.sessions.views().get(0).info().id().value();

        AppSessions.Open face = face(new AgentWindow(agent.pid(), Set.of()));
        hook("hook-secret", PUSH);

        await().until(() -> port.sessions.find(own).isEmpty());
        assertThat(port.sessions.views())
                .singleElement()
                .satisfies(view -> assertThat(view.info().id())
                        .isEqualTo(face.gateway().info().id()));
        hook("hook-secret", named("SessionEnd", "'reason':'clear'"));
        assertThat(port.sessions.views()).hasSize(1);
    }

    @Test
    void G001_a_host_that_knows_the_conversation_is_its_window() throws Exception {
        Process elsewhere = new ProcessBuilder("sleep", "60").start();
        try {
            face(new AgentWindow(elsewhere.pid(), Set.of("c1")));

            hook("hook-secret", PUSH);

            assertThat(port.sessions.views()).hasSize(1);
        } finally {
            elsewhere.destroyForcibly();
        }
    }

    @Test
    void M011_a_host_of_the_agent_goes_on_with_the_session_of_its_hooks_and_gives_it_back() throws Exception {
        hook("hook-secret", PUSH);
        AppSessions.Open hooked = only();
        ScriptedPeer ci = provider(hooked, "{'type':'hello','protocolVersion':2,'name':'ci','streams':[]}");
        ci.sends(json("{'type':'push','stream':'runs','event':'Look at run 17','level':'inject'}"));
        Face face = new Face(new AgentWindow(agent.pid(), Set.of()));

        GatewaySession adopted = hosts().adopt(SessionInfo.of("face", "Face", Path.of("/code/shop")), face)
                .orElseThrow();

        assertThat(adopted.info().id()).isEqualTo(hooked.gateway().info().id());
        await().untilAsserted(() -> assertThat(face.inboxes).contains(new InboxView(1, true)));
        assertThat(hosts().adopt(SessionInfo.of("other", "Face", Path.of("/code/shop")), face))
                .isEmpty();
        hook("hook-secret", named("SessionEnd", "'reason':'clear'"));
        hook("hook-secret", PUSH);
        assertThat(only()).isEqualTo(hooked);
        adopted.close();
        assertThat(face.ended).isTrue();
        assertThat(only()).isEqualTo(hooked);
        assertThat(hook("hook-secret", named("Stop", "'stop_hook_active':false"))
                        .body())
                .contains("Look at run 17");
    }

    @Test
    void M011_what_was_given_back_ends_with_the_agent() throws Exception {
        hook("hook-secret", PUSH);
        hosts().adopt(
                        SessionInfo.of("face", "Face", Path.of("/code/shop")),
                        new Face(new AgentWindow(agent.pid(), Set.of())))
                .orElseThrow()
                .close();
        assertThat(port.sessions.views()).hasSize(1);

        agent.destroyForcibly();

        await().until(() -> port.sessions.views().isEmpty());
    }

    @Test
    void M011_what_is_given_back_after_the_agent_has_ended_ends() throws Exception {
        hook("hook-secret", PUSH);
        GatewaySession adopted = hosts().adopt(
                        SessionInfo.of("face", "Face", Path.of("/code/shop")),
                        new Face(new AgentWindow(ProcessHandle.current().pid(), Set.of("c1"))))
                .orElseThrow();
        agent.destroyForcibly().onExit().join();
        assertThat(only().gateway().info().id()).isEqualTo(adopted.info().id());

        adopted.close();

        await().until(() -> port.sessions.views().isEmpty());
    }

    @Test
    void M011_a_host_of_another_agent_opens_a_session_of_its_own() throws Exception {
        hook("hook-secret", PUSH);
        Process elsewhere = new ProcessBuilder("sleep", "60").start();
        try {
            Face other = new Face(new AgentWindow(elsewhere.pid(), Set.of("c2")));

            assertThat(hosts().adopt(SessionInfo.of("face", "Face", Path.of("/code/shop")), other))
                    .isEmpty();
        } finally {
            elsewhere.destroyForcibly();
        }
    }

    @Test
    void G001_of_two_hosts_on_the_link_the_one_is_meant_whose_call_names_the_conversation() throws Exception {
        announce();
        Face face = new Face(new AgentWindow(agent.pid(), Set.of()));
        try (HostGateway link = GatewayConnector.joinOrStart(ConnectorSettings.home(home))) {
            link.openSession(SessionInfo.of("codex-a", "A", Path.of("/code/shop")), face);
            GatewaySession second = link.openSession(SessionInfo.of("codex-b", "B", Path.of("/code/shop")), face);
            provider(port.sessions.find("codex-a").orElseThrow(), GUARDIAN);
            HttpRequest.Builder push = request("codex", "hook-secret", PUSH);
            assertThat(port.send(push).body()).contains("Denied by guardian");

            second.startCall(
                            "nothing",
                            JsonValue.EMPTY_OBJECT,
                            CallOptions.NONE.adding(JsonValue.of(Map.of("threadId", "c1"))))
                    .outcome()
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);

            assertThat(port.send(push).body()).doesNotContain("Denied by guardian");
        }
    }

    /** Says in a home where the gateway is that has its host link here. */
    private void announce() throws IOException {
        write("host.key", new byte[LinkProof.BYTES]);
        write(
                "gateway.json",
                json("{'pid':" + ProcessHandle.current().pid() + ",'url':'ws://127.0.0.1:9/','controlPort':"
                                + port.port() + "}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private HostSessions hosts() {
        return new HostSessions(port.sessions, port.windows, port.contacts, false);
    }

    private AppSessions.Open only() {
        assertThat(port.sessions.views()).hasSize(1);
        return port.sessions
                .find(port.sessions.views().get(0).info().id().value())
                .orElseThrow();
    }

    @Test
    void G030_what_providers_tell_the_agent_waits_for_its_hooks() throws Exception {
        AppSessions.Open face = face(new AgentWindow(agent.pid(), Set.of()));
        hook("hook-secret", named("SessionStart", "'source':'startup'"));
        ScriptedPeer ci = provider(face, "{'type':'hello','protocolVersion':2,'name':'ci','streams':[]}");
        ci.sends(json("{'type':'push','stream':'runs','event':'Look at run 17','level':'inject'}"));

        await().untilAsserted(() -> assertThat(hook("hook-secret", named("Stop", "'stop_hook_active':false"))
                        .body())
                .contains("\"decision\":\"block\"", "Look at run 17"));
    }

    @Test
    @Needs(Installed.CURL)
    void G021_the_script_hands_on_the_answer_of_the_gateway() throws Exception {
        AppSessions.Open face = face(new AgentWindow(agent.pid(), Set.of()));
        provider(face, GUARDIAN);
        write(KEYS.toCurl(port.port()));

        assertThat(script(PUSH)).isEqualTo(new Ran(0, DENIED + "\n", ""));
        assertThat(new HookQuestion("claude", PUSH).ask(home.resolve("hook.curl")))
                .contains(DENIED);
        assertThat(script(named("PreToolUse", "'tool_name':'Read','tool_input':{}")))
                .isEqualTo(new Ran(0, "", ""));
    }

    @Test
    @Needs(Installed.CURL)
    void G022_only_the_question_before_a_tool_fails_closed() throws Exception {
        List<String> silent = List.of(
                named("Stop", "'last_assistant_message':'about \\\\\"PreToolUse\\\\\"'"),
                named("UserPromptSubmit", "'prompt':'Hi'"),
                named("SessionEnd", "'reason':'other'"),
                json("{'sessionId':'c1','prompt':'Hi'}"));
        List<String> closed = List.of(
                PUSH,
                PUSH.replace(":", " : "),
                json("{'hook_event_name':'Stop','more':{'hook_event_name':'PreToolUse'}}"),
                json("{'session_id':'c1','hook_event_name':'BeforeTool'}"),
                json("{'sessionId':'c1','toolName':'bash'}"),
                "unreadable",
                "");

        for (String text : silent) {
            assertThat(script(text)).as(text).isEqualTo(new Ran(0, "", ""));
            assertThat(new HookQuestion("claude", text).isAboutTool()).as(text).isFalse();
        }
        for (String text : closed) {
            assertThat(script(text)).as(text).isEqualTo(new Ran(2, "", COMPLAINT + "\n"));
            assertThat(new HookQuestion("claude", text).isAboutTool()).as(text).isTrue();
        }
    }

    @Test
    @Needs(Installed.CURL)
    void G022_an_answer_of_somebody_else_at_the_port_is_none() throws Exception {
        write(new HookKeys(Secret.of("hook-secret"), Secret.of("another")).toCurl(port.port()));
        assertThat(script(PUSH).code()).isEqualTo(2);
        assertThat(new HookQuestion("claude", PUSH).ask(home.resolve("hook.curl")))
                .isEmpty();

        write(new HookKeys(Secret.of("wrong"), Secret.of("proof")).toCurl(port.port()));
        assertThat(script(PUSH).code()).isEqualTo(2);

        int nobody;
        try (ServerSocket closed = new ServerSocket(0)) {
            nobody = closed.getLocalPort();
        }
        write(KEYS.toCurl(nobody));
        assertThat(script(PUSH).code()).isEqualTo(2);
        write("");
        assertThat(script(PUSH).code()).isEqualTo(2);
    }

    @Test
    @Needs(Installed.CURL)
    void G022_a_conversation_that_begins_has_a_gateway_started_unless_somebody_has_stopped_it() throws Exception {
        Path launcher = home.resolve("launcher");
        Path started = home.resolve("started");
        Files.writeString(
                launcher,
                "#!/bin/sh\nset -eu\n. '" + LAUNCH + "'\nif [ \"$1\" = hook ]; then hook \"$@\"; fi\necho \"$*\" >>'"
                        + started + "'\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        List<String> hook = List.of(launcher.toString(), "hook");
        String begins = named("SessionStart", "'source':'startup'");
        Files.createFile(home.resolve("stopped"));
        assertThat(run(hook, home, begins, "claude")).isEqualTo(new Ran(0, "", ""));
        Files.delete(home.resolve("stopped"));
        for (String other :
                List.of(named("Stop", "'source':'x'"), named("UserPromptSubmit", "'prompt':'What is SessionStart?'"))) {
            assertThat(run(hook, home, other, "claude")).isEqualTo(new Ran(0, "", ""));
        }

        assertThat(run(hook, home, begins, "claude")).isEqualTo(new Ran(0, "", ""));
        assertThat(run(hook, home, json("{'sessionId':'c1','source':'new'}"), "copilot", "--never-deny"))
                .isEqualTo(new Ran(0, "", ""));

        String line = "start --home " + home + "\n";
        await().untilAsserted(() -> assertThat(started).content().isEqualTo(line + line));
        assertThat(new HookQuestion("claude", begins).isBeginning()).isTrue();
        assertThat(new HookQuestion("copilot", json("{'sessionId':'c1','source':'new'}")).isBeginning())
                .isTrue();
        assertThat(new HookQuestion("claude", named("Stop", "'source':'x'")).isBeginning())
                .isFalse();
    }

    @Test
    @Needs(Installed.CURL)
    void G040_a_hook_for_all_directories_acts_below_those_that_are_connected() throws Exception {
        String real = home.toRealPath().toString();
        Path inside = Files.createDirectories(home.resolve("code/shop/deep"));
        Path beside = Files.createDirectories(home.resolve("code/shop2"));
        Files.writeString(
                home.resolve("hook.directories"), "gemini /tmp\nclaude " + real + "/code/shop\nqwen " + real + "\n");

        assertThat(script(inside, PUSH, "claude", "--connected").code()).isEqualTo(2);
        assertThat(script(inside.getParent(), PUSH, "claude", "--connected").code())
                .isEqualTo(2);
        assertThat(script(beside, PUSH, "claude", "--connected")).isEqualTo(new Ran(0, "", ""));
        assertThat(script(beside, PUSH, "claude").code()).isEqualTo(2);
        Files.delete(home.resolve("hook.directories"));
        assertThat(script(inside, PUSH, "claude", "--connected")).isEqualTo(new Ran(0, "", ""));
    }

    @Test
    @Needs(Installed.CURL)
    void G022_cursor_is_never_answered_by_silence_and_says_itself_where_it_works() throws Exception {
        String asks =
                json("{'conversation_id':'c1','hook_event_name':'preToolUse','tool_name':'Shell','tool_input':{}}");
        String tells = json("{'conversation_id':'c1','hook_event_name':'sessionEnd'}");
        String real = home.toRealPath().toString();
        Path inside = Files.createDirectories(home.resolve("code/shop"));
        Files.writeString(home.resolve("hook.directories"), "cursor " + real + "/code\n");
        face(new AgentWindow(agent.pid(), Set.of()));
        write(KEYS.toCurl(port.port()));

        assertThat(script(home, tells, "cursor")).isEqualTo(new Ran(0, "{}\n", ""));
        assertThat(script(inside, asks, "cursor", "--connected")).isEqualTo(new Ran(0, "{}\n", ""));
        Files.delete(home.resolve("hook.curl"));
        assertThat(script(home, asks, "cursor", "--connected")).isEqualTo(new Ran(0, "{}\n", ""));
        variables.put("CURSOR_PROJECT_DIR", inside.toString());
        assertThat(script(home, asks, "cursor", "--connected").code()).isEqualTo(2);
        assertThat(script(home, tells, "cursor", "--connected")).isEqualTo(new Ran(0, "", ""));
        assertThat(script(home, PUSH, "claude", "--connected")).isEqualTo(new Ran(0, "", ""));
        assertThat(HookQuestion.directory("cursor", variables)).isEqualTo(inside);
        assertThat(HookQuestion.directory("claude", variables)).isEqualTo(Path.of(""));
        assertThat(HookQuestion.printed("cursor", "{}")).contains("{}");
        assertThat(HookQuestion.printed("claude", "{}")).isEmpty();
    }

    @Test
    @Needs(Installed.CURL)
    void G021_a_home_and_never_deny_are_said_by_the_command_and_the_rest_is_left_to_Java() throws Exception {
        face(new AgentWindow(agent.pid(), Set.of()));
        Path other = Files.createDirectory(home.resolve("it's another"));
        write(KEYS.toCurl(port.port()));
        Files.move(home.resolve("hook.curl"), other.resolve("hook.curl"));
        String read = named("PreToolUse", "'tool_name':'Read','tool_input':{}");

        assertThat(script(home, read, "claude").code()).isEqualTo(2);
        assertThat(script(home, read, "claude", "--home", other.toString())).isEqualTo(new Ran(0, "", ""));
        assertThat(script(home, read, "claude", "--never-deny")).isEqualTo(new Ran(0, "", ""));
        assertThat(script(home, read, "claude", "--help")).isEqualTo(new Ran(0, "Java\n", ""));
        assertThat(script(home, read, "claude", "--home")).isEqualTo(new Ran(0, "Java\n", ""));
        assertThat(script(home, read)).isEqualTo(new Ran(0, "Java\n", ""));
    }

    private record Ran(int code, String out, String err) {}

    private Ran script(String question) throws Exception {
        return script(home, question, "claude");
    }

    private Ran script(Path cwd, String question, String... arguments) throws Exception {
        return run(
                List.of("sh", "-euc", ". \"$0\"; hook hook \"$@\"; cat >/dev/null; echo Java", LAUNCH.toString()),
                cwd,
                question,
                arguments);
    }

    private Ran run(List<String> program, Path cwd, String question, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(cwd.toFile());
        builder.environment().put("TAPGATEWAY_HOME", home.toString());
        builder.environment().putAll(variables);
        Path err = home.resolve("err");
        Process process = builder.redirectError(err.toFile()).start();
        process.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), out, Files.readString(err));
    }

    private void write(String configuration) throws IOException {
        write("hook.curl", configuration.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String name, byte[] content) throws IOException {
        Path file = home.resolve(name);
        Files.write(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private HttpRequest.Builder request(String token, String body) {
        return request("claude", token, body);
    }

    private HttpRequest.Builder request(String asking, String token, String body) {
        return port.request("hooks/" + asking)
                .header("Authorization", "Bearer " + token)
                .header("Tap-Agent-Process", "" + agent.pid())
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpResponse<String> hook(String token, String body) throws Exception {
        return port.send(request(token, body));
    }

    private AppSessions.Open face(AgentWindow window) {
        SessionInfo info = SessionInfo.of("face", "Face", Path.of("/code/shop"));
        return port.sessions.openHere(new Face(window), info);
    }

    private ScriptedPeer provider(AppSessions.Open face, String hello) {
        SessionId id = face.gateway().info().id();
        return ScriptedPeer.connect(port.gateway.providerPort(), new Peer.InProcess(id), new Captures())
                .receives(json("{'type':'sessions','*':'*'}"))
                .sends(json(hello))
                .receives(json("{'type':'hello.ack','*':'*'}"))
                .receives(json("{'type':'session.lifecycle','*':'*'}"));
    }

    private static String named(String event, String members) {
        return json("{'session_id':'c1','cwd':'/code/shop','hook_event_name':'" + event + "'," + members + "}");
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    /** The host of an agent that is elsewhere. */
    private static final class Face implements SessionHost {
        private final AgentWindow agent;
        private final List<InboxView> inboxes = new CopyOnWriteArrayList<>();
        private volatile boolean ended;

        private Face(AgentWindow agent) {
            this.agent = agent;
        }

        @Override
        public void inboxChanged(InboxView inbox) {
            inboxes.add(inbox);
        }

        @Override
        public void closed() {
            ended = true;
        }

        @Override
        public boolean collectsPrompts() {
            return true;
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.failedStage(new IllegalStateException("takes none"));
        }

        @Override
        public Optional<AgentWindow> window() {
            return Optional.of(agent);
        }
    }
}
