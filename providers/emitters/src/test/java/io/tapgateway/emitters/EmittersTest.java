package io.tapgateway.emitters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.PidFiles;
import io.tapgateway.testkit.RecordingHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent uses the tools; commands are real. */
class EmittersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String STAYS = "sleep 1000 & echo $! > child; echo $$ > pid; echo ready; wait";

    @TempDir
    private Path temporary;

    private final Gateway gateway = Gateway.builder().build();
    private final RecordingHost host = new RecordingHost();
    private Path workspace;
    private GatewaySession session;
    private Emitters emitters;

    @BeforeEach
    void attach() throws Exception {
        workspace = temporary.toRealPath();
        session = gateway.openSession(SessionInfo.of("main", "Main", workspace), host);
        emitters = attached(true);
    }

    @AfterEach
    void end() throws Exception {
        gateway.closeNow();
        if (emitters != null) {
            emitters.close();
            emitters.awaitClosed(PATIENCE);
        }
    }

    @Test
    void what_a_command_prints_can_be_read_in_the_stream_of_its_name() throws Exception {
        call("tap_start_emitter", "{'name':'hello','command':['sh','-c','echo one; echo two >&2; exit 3']}");

        awaitEvents("hello", "two", "one");
        JsonValue run = awaitRun("hello");
        assertThat(run.json())
                .contains("\"index\":1", "\"status\":\"failed\"", "\"error\":\"exit code 3\"", "\"durationMs\":");
        assertThat(call("tap_list_emitters", "{}").json()).contains("\"state\":\"ended\"", "\"runs\":1");
    }

    @Test
    void T34_the_command_is_read_by_no_shell_and_begins_in_the_workspace() throws Exception {
        Files.createDirectory(workspace.resolve("sub"));
        call(
                "tap_start_emitter",
                "{'name':'plain','command':['sh','-c','pwd; echo $1; echo $SECRET$MORE','sh','$(touch owned); x'],"
                        + "'cwd':'sub','env':{'MORE':'more'}}");

        awaitEvents(
                "plain", "more", "$(touch owned); x", workspace.resolve("sub").toString());
        assertThat(workspace.resolve("sub/owned")).doesNotExist();
    }

    @Test
    void the_filter_of_an_emitter_decides_about_each_line() throws Exception {
        call(
                "tap_start_emitter",
                "{'name':'build','command':['sh','-c','echo noise; echo bad ERROR; echo fine'],'stream':'ci','filter':["
                        + "{'match':'noise','outcome':'drop'},{'match':'ERROR','outcome':'inject'}]}");

        awaitEvents("ci", "fine", "bad ERROR");
        await().atMost(PATIENCE).until(() -> prompts().contains("bad ERROR"));
        assertThat(timeline()).contains("bad ERROR").doesNotContain("fine", "noise");
    }

    @Test
    void a_filter_holds_from_the_moment_in_which_it_is_set() throws Exception {
        Path gate = workspace.resolve("gate");
        call(
                "tap_start_emitter",
                "{'name':'tail','command':['sh','-c','echo before; until [ -e gate ]; do sleep 0.05; done; echo a; echo b']}");
        awaitEvents("tail", "before");

        call("tap_set_event_filter", "{'emitter':'tail','filter':[{'match':'^a$','outcome':'drop'}]}");
        Files.createFile(gate);

        awaitEvents("tail", "b", "before");
    }

    @Test
    void D202_the_gateway_applies_the_filter_of_a_stream_to_whatever_comes_in() throws Exception {
        call("tap_set_event_filter", "{'stream':'notes','filter':[{'match':'secret','outcome':'drop'}]}");

        call("tap_post", "{'stream':'notes','event':'a secret'}");
        call("tap_post", "{'stream':'notes','event':'a remark','level':'surface'}");

        assertThat(events("notes")).containsExactly("a remark");
        assertThat(call("tap_list_streams", "{}").json()).contains("\"stream\":\"notes@emitters\"");
        await().atMost(PATIENCE).until(() -> timeline().contains("a remark"));
    }

    @Test
    void stopping_an_emitter_ends_everything_it_has_started() throws Exception {
        call("tap_start_emitter", "{'name':'server','command':['sh','-c','" + STAYS + "']}");
        awaitEvents("server", "ready");

        JsonValue stopped = call("tap_stop_emitter", "{'name':'server'}");

        assertThat(stopped.json()).contains("\"state\":\"stopped\"");
        await().atMost(PATIENCE).until(this::nobodyIsLeft);
        assertThat(awaitRun("server").json()).contains("\"status\":\"stopped\"").doesNotContain("error");
    }

    @Test
    void D216_with_the_session_its_commands_end() throws Exception {
        call("tap_start_emitter", "{'name':'server','command':['sh','-c','" + STAYS + "']}");
        awaitEvents("server", "ready");

        session.close().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        await().atMost(PATIENCE).until(this::nobodyIsLeft);
    }

    @Test
    void a_prompt_starts_a_turn_of_the_agent_and_stands_in_the_stream() throws Exception {
        call("tap_start_emitter", "{'name':'reminder','prompt':'Is CI green?'}");

        await().atMost(PATIENCE).until(() -> prompts().contains("Is CI green?"));
        awaitEvents("reminder", "Is CI green?");
        assertThat(awaitRun("reminder").json()).contains("\"status\":\"ok\"");
    }

    @Test
    void what_a_configuration_defines_is_started_and_may_be_started_again_by_name() throws Exception {
        emitters.close();
        emitters.awaitClosed(PATIENCE);
        await().atMost(PATIENCE).until(() -> session.tools().isEmpty());
        emitters = attached(false);
        emitters.start(new DefinitionReader(Optional.of(workspace))
                        .config(JsonObject.of(
                                json("{'streams':[{'name':'ci','filter':[{'match':'noise','outcome':'drop'}]}],"
                                        + "'emitters':[{'name':'tests','command':['sh','-c','echo noise; echo passed'],"
                                        + "'stream':'ci'}]}"))))
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        awaitEvents("ci", "passed");
        awaitRun("tests");

        call("tap_start_emitter", "{'name':'tests'}");

        awaitEvents("ci", "passed", "passed");
        assertThat(failure("tap_start_emitter", "{'name':'own','command':['true']}"))
                .contains("may not start commands of your own");
        assertThat(failure("tap_start_emitter", "{'name':'other'}")).contains("no emitter 'other' in tap.config.json");
    }

    @Test
    void what_cannot_be_done_is_said_so_that_the_agent_can_do_better() {
        assertThat(failure("tap_stop_emitter", "{'name':'none'}")).contains("There is no emitter 'none'");
        assertThat(failure("tap_start_emitter", "{'name':'a'}")).contains("'command' or 'prompt'");
        assertThat(failure("tap_start_emitter", "{'name':'a','command':['x'],'cwd':'..'}"))
                .contains("Argument /cwd leads out of");
        assertThat(failure("tap_start_emitter", "{'name':'a','command':['x'],'every':'10ms'}"))
                .contains("Argument /every must be a number of s, m, h or d");
        assertThat(failure(
                        "tap_start_emitter", "{'name':'a','command':['x'],'filter':[{'match':'(','outcome':'drop'}]}"))
                .contains("/filter/0/match", "RE2");
        assertThat(failure("tap_post", "{'stream':'a b','event':'x'}")).contains("Argument /stream");
        assertThat(failure("tap_post", "{'stream':'a','event':''}")).contains("/event");
        assertThat(failure("tap_stream_history", "{'stream':'a','last':101}")).contains("between 1 and 100");
    }

    private Emitters attached(boolean agentCommands) throws IOException, InterruptedException {
        Emitters attached = Emitters.attach(
                gateway,
                session.info().id(),
                new EmitterSettings(
                        Optional.of(workspace),
                        agentCommands,
                        Map.of("PATH", System.getenv("PATH"), "SECRET", "s3cret")));
        await().atMost(PATIENCE).until(() -> session.tools().size() == 8);
        return attached;
    }

    private JsonValue call(String tool, String args) throws Exception {
        ToolOutcome outcome = outcome(tool, args);
        assertThat(outcome).as(tool + " " + args).isInstanceOf(ToolOutcome.Success.class);
        return ((ToolOutcome.Success) outcome).data();
    }

    private String failure(String tool, String args) {
        ToolOutcome outcome = outcome(tool, args);
        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        return ((ToolOutcome.Failure) outcome).error();
    }

    private ToolOutcome outcome(String tool, String args) {
        return session.callTool(tool, json(args))
                .toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text.replace('\'', '"'));
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    private void awaitEvents(String stream, String... newestFirst) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(events(stream)).containsExactly(newestFirst));
    }

    private List<String> events(String stream) throws Exception {
        return call("tap_stream_history", "{'stream':'" + stream + "'}").elements().stream()
                .map(entry -> entry.get("event").orElseThrow().asString())
                .collect(Collectors.toList());
    }

    private JsonValue awaitRun(String emitter) {
        return await().atMost(PATIENCE)
                .until(
                        () -> call("tap_list_runs", "{'emitter':'" + emitter + "','last':1}").elements().stream()
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private boolean nobodyIsLeft() throws IOException {
        PidFiles started = new PidFiles(workspace);
        return !started.isAlive("pid") && !started.isAlive("child");
    }

    /** What the user got to see. */
    private List<String> timeline() {
        return host.timeline().stream().map(TimelineEntry::text).toList();
    }

    /** What entered the conversation. */
    private List<String> prompts() {
        return host.injected().stream().map(InjectedPrompt::text).toList();
    }
}
