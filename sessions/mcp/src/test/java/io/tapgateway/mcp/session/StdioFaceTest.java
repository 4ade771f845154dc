package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolAnnotations;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent, a real gateway and its providers in one process. */
class StdioFaceTest {
    private static final String NEWEST = "2025-11-25";
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final Schema ANYTHING = Schema.object();
    private static final int DEADLINE_SECONDS = 60;
    private static final int CALLS = 4_000;

    private static final String ROOTS = "{\"roots\":{}}";

    private LazyTools lazy = LazyTools.NEVER;
    private boolean vague;
    private Duration patience = Duration.ofSeconds(DEADLINE_SECONDS);
    private final ManualClock clock = ManualClock.create();
    private final AtomicReference<Gateway> gateway =
            new AtomicReference<>(Gateway.builder().build());
    private final List<ScriptedAgent> agents = new ArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();

    @AfterEach
    void close() {
        agents.forEach(ScriptedAgent::close);
        gateway.get().closeNow();
    }

    @Test
    void M011_an_agent_has_a_session_that_is_called_by_its_name_and_place() throws Exception {
        agent();

        SessionView session = session();

        assertThat(session.info().id().value()).matches("the-agent-1-0-[a-z2-7]{8}");
        assertThat(session.info().label()).isEqualTo("The Agent: shop");
        assertThat(session.info().cwd()).hasToString("Optional[/code/shop]");
        assertThat(session.info().discoverable()).isTrue();
    }

    @Test
    void M011_where_the_directory_says_little_the_first_root_is_where_the_agent_works(@TempDir Path directory)
            throws Exception {
        vague = true;
        ScriptedAgent agent = connect(here()).introducing("The Agent 1.0", NEWEST, ROOTS);

        agent.answer(
                agent.asked("roots/list"),
                "{\"roots\":[{\"uri\":\"" + directory.toUri() + "\"},{\"uri\":\"file:///elsewhere\"}]}");

        assertThat(session().info().cwd()).contains(directory);
        assertThat(session().info().label()).isEqualTo("The Agent: " + directory.getFileName());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"roots\":[]}",
                "{\"roots\":[7]}",
                "{\"roots\":[{\"uri\":\"https://example.org/\"}]}",
                "{\"roots\":[{\"uri\":\"file:///is/not/there\"}]}",
                "{\"roots\":[{\"uri\":\"file://%zz\"}]}"
            })
    void M011_a_root_that_is_no_directory_here_is_none(String roots) throws Exception {
        vague = true;
        ScriptedAgent agent = connect(here()).introducing("The Agent 1.0", NEWEST, ROOTS);

        agent.answer(agent.asked("roots/list"), roots);

        assertThat(session().info().cwd()).contains(Path.of("/code/shop"));
    }

    @Test
    void M011_a_root_is_not_waited_for_longer_than_half_a_second() throws Exception {
        vague = true;
        ScriptedAgent agent = connect(here()).introducing("The Agent 1.0", NEWEST, ROOTS);
        JsonValue late = agent.asked("roots/list");

        clock.advance(AgentService.ROOT.minusNanos(1));
        assertThat(gateway.get().sessions()).isEmpty();
        clock.advance(Duration.ofNanos(1));

        assertThat(session().info().cwd()).contains(Path.of("/code/shop"));
        agent.answer(late, "{\"roots\":[{\"uri\":\"file:///\"}]}");
        assertThat(agent.result(agent.ask("ping", "{}"))).isEqualTo(JsonValue.EMPTY_OBJECT);
    }

    @Test
    void M011_nobody_is_asked_where_the_directory_is_known() throws Exception {
        ScriptedAgent agent = connect(here()).introducing("The Agent 1.0", NEWEST, ROOTS);
        session();

        assertThat(agent.passedOver()).noneMatch(it -> it.json().contains("roots/list"));
    }

    @Test
    void M044_the_person_in_front_of_the_agent_answers_while_a_call_runs() throws Exception {
        SessionUser user = SessionUser.create(clock::nanos);
        ScriptedAgent agent = connect(at(user)).introducing("The Agent 1.0", NEWEST, "{\"elicitation\":{}}");
        attach(Provider.named("ci")
                .tool(
                        "deploy",
                        "Deploys",
                        ANYTHING,
                        call -> user.ask(new UserQuestion(new ProviderName("ci"), "Where to?", List.of(), false))
                                .answer()
                                .thenApply(StdioFaceTest::words)));

        int call = agent.call("deploy", "{}");
        JsonValue asked = agent.asked("elicitation/create");
        agent.answer(asked, "{\"action\":\"accept\",\"content\":{\"answer\":\"test\"}}");

        assertThat(text(agent.result(call))).isEqualTo("test, in The Agent");
        assertThat(user.isPresent()).isFalse();
    }

    @Test
    void M012_the_handshake_waits_for_no_gateway_and_what_comes_later_is_announced() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        ScriptedAgent agent = agent((info, host) -> {
            awaitQuietly(there);
            return gateway.get().openSession(info, host);
        });

        assertThat(agent.result(agent.ask("ping", "{}"))).isEqualTo(JsonValue.EMPTY_OBJECT);
        there.countDown();
        attach(tool("greet", "Hello"));

        agent.notified(LIST_CHANGED);
        settle();
        assertThat(agent.tools()).containsExactly("greet");
    }

    @Test
    void M012_a_list_waits_until_those_who_join_by_themselves_had_the_time() throws Exception {
        AtomicReference<ScriptedAgent> agent = new AtomicReference<>();
        newcomer(agent);

        int list = agent.get().ask("tools/list", "{}");
        attach(tool("greet", "Hello"));
        assertThat(isOpen(agent.get(), list)).isTrue();
        await().until(() -> clock.pending() == 3);
        clock.advance(ProviderArrivals.GRACE);

        assertThat(ScriptedAgent.names(agent.get().result(list))).containsExactly("greet", "tap_inbox");
    }

    @Test
    void M012_lists_wait_for_those_who_are_started_for_the_session() throws Exception {
        AtomicReference<ScriptedAgent> agent = new AtomicReference<>();
        SessionHost host = newcomer(agent);
        host.providersExpected(true);
        clock.advance(ProviderArrivals.GRACE);

        int list = agent.get().ask("tools/list", "{}");
        int resources = agent.get().ask("resources/list", "{}");
        int prompts = agent.get().ask("prompts/list", "{}");
        attach(tool("greet", "Hello"));
        assertThat(isOpen(agent.get(), list)).isTrue();
        host.providersExpected(false);

        assertThat(ScriptedAgent.names(agent.get().result(list))).contains("greet");
        assertThat(agent.get().result(resources).json()).contains("tap://timeline");
        assertThat(agent.get().result(prompts).json()).isEqualTo("{\"prompts\":[]}");
    }

    @Test
    void M012_who_is_started_and_does_not_come_is_not_waited_for_longer_than_for_a_gateway() throws Exception {
        patience = AgentService.PATIENCE;
        AtomicReference<ScriptedAgent> agent = new AtomicReference<>();
        newcomer(agent).providersExpected(true);

        int list = agent.get().ask("tools/list", "{}");
        await().until(() -> clock.pending() == 3);
        clock.advance(patience.minusNanos(1));
        assertThat(isOpen(agent.get(), list)).isTrue();
        clock.advance(Duration.ofNanos(1));

        assertThat(ScriptedAgent.names(agent.get().result(list))).isEmpty();
    }

    @Test
    void M012_a_call_of_a_tool_that_is_there_does_not_wait_for_others_and_one_that_is_on_its_way_is_waited_for()
            throws Exception {
        AtomicReference<ScriptedAgent> agent = new AtomicReference<>();
        SessionHost host = newcomer(agent);
        host.providersExpected(true);
        attach(tool("greet", "Hello"));

        assertThat(text(agent.get().result(agent.get().call("greet", "{}")))).isEqualTo("Hello");
        int call = agent.get().call("wave", "{}");
        assertThat(isOpen(agent.get(), call)).isTrue();
        attach(Provider.named("late").tool("wave", "Waves", ANYTHING, it -> "Hi"));
        clock.advance(ProviderArrivals.GRACE);
        host.providersExpected(false);

        assertThat(text(agent.get().result(call))).isEqualTo("Hi");
    }

    @Test
    void M013_an_agent_keeps_its_connection_when_its_session_ends_and_gets_the_next_one() throws Exception {
        ScriptedAgent agent = agent();
        attach(tool("greet", "Hello"));
        agent.notified(LIST_CHANGED);
        String first = session().info().id().value();

        Gateway former = gateway.getAndSet(Gateway.builder().build());
        former.closeNow();
        agent.notified(LIST_CHANGED);
        settle();
        attach(tool("wave", "Hi"));

        agent.notified(LIST_CHANGED);
        assertThat(agent.tools()).containsExactly("wave");
        assertThat(session().info().id().value()).isEqualTo(first);
        assertThat(text(agent.result(agent.call("wave", "{}")))).isEqualTo("Hi");
    }

    @Test
    void M013_without_a_gateway_calls_end_as_disconnected() throws Exception {
        patience = Duration.ofMillis(50);
        ScriptedAgent agent = agent((info, host) -> {
            throw new IOException("nobody there, says /home/ada/.tapgateway");
        });

        JsonValue result = agent.result(agent.call("greet", "{}"));

        assertThat(text(result)).isEqualTo("DISCONNECTED: there is no gateway now");
        assertThat(result.get("isError")).contains(JsonValue.TRUE);
        assertThat(agent.tools()).isEmpty();
    }

    @Test
    void M010_the_session_is_given_back_when_the_input_ends_and_what_was_asked_before_is_answered() throws Exception {
        ScriptedAgent agent = agent();
        CompletableFuture<String> slow = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> slow));
        int call = agent.call("slow", "{}");
        await().until(() ->
                gateway.get().providers().stream().anyMatch(it -> it.load().inFlight() > 0));

        Thread leaving = new Thread(() -> leave(agent));
        leaving.start();
        slow.complete("at last");
        leaving.join();

        assertThat(text(agent.result(call))).isEqualTo("at last");
        await().until(() -> gateway.get().sessions().isEmpty());
    }

    @Test
    void M020_tools_are_shown_by_name_with_what_is_said_of_them() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool(Tool.of("b", "Second", Schema.object().required("n", Schema.string()), call -> "")
                        .titled("The second")
                        .returning(Schema.object())
                        .hinting(new ToolAnnotations(
                                Optional.of(true), Optional.empty(), Optional.empty(), Optional.empty())))
                .tool("a", "First", ANYTHING, call -> ""));
        agent.notified(LIST_CHANGED);

        JsonValue page = agent.result(agent.ask("tools/list", "{}"));

        assertThat(ScriptedAgent.names(page)).containsExactly("a", "b", "tap_inbox");
        assertThat(page.get("nextCursor")).isEmpty();
        JsonValue second = page.get("tools").orElseThrow().elements().get(1);
        assertThat(second.get("title")).contains(JsonValue.of("The second"));
        assertThat(second.get("annotations").orElseThrow().json()).isEqualTo("{\"readOnlyHint\":true}");
        assertThat(second.get("inputSchema").orElseThrow().get("type")).contains(JsonValue.of("object"));
        assertThat(second.get("outputSchema")).isPresent();
    }

    @Test
    void M001_an_agent_of_the_first_revision_sees_nothing_that_it_does_not_know() throws Exception {
        ScriptedAgent agent = agentOf("old", "2024-11-05");
        attach(Provider.named("ci")
                .tool(Tool.of(
                                "a",
                                "First",
                                ANYTHING,
                                call -> ToolContent.of(
                                                ContentBlock.link("https://example.com", "More"),
                                                ContentBlock.audio("audio/wav", new byte[] {1}))
                                        .withStructured(JsonValue.EMPTY_OBJECT))
                        .titled("The first")
                        .returning(Schema.object())));
        agent.notified(LIST_CHANGED);

        JsonValue shown = agent.result(agent.ask("tools/list", "{}"))
                .get("tools")
                .orElseThrow()
                .elements()
                .get(0);

        assertThat(shown.members()).containsOnlyKeys("name", "description", "inputSchema");
        assertThat(agent.result(agent.call("a", "{}")).json())
                .contains("More: https://example.com", "cannot be shown here: a sound, audio/wav")
                .doesNotContain("resource_link", "structuredContent");
    }

    @Test
    void M001_an_agent_without_a_handshake_has_a_session_from_its_first_request_on() throws Exception {
        ScriptedAgent agent = connect(here());
        agent.result(agent.ask("server/discover", alone("")));
        assertThat(gateway.get().sessions()).isEmpty();
        int listening = agent.ask("subscriptions/listen", alone("\"notifications\":{\"toolsListChanged\":true},"));
        assertThat(agent.notified("notifications/subscriptions/acknowledged").json())
                .contains("\"io.modelcontextprotocol/subscriptionId\":" + listening);
        settle();
        attach(tool("greet", "Hello"));

        assertThat(agent.notified("notifications/tools/list_changed").json())
                .contains("\"io.modelcontextprotocol/subscriptionId\":" + listening);
        assertThat(ScriptedAgent.names(agent.result(agent.ask("tools/list", alone("")))))
                .contains("greet");
        assertThat(text(agent.result(agent.ask("tools/call", alone("\"name\":\"greet\",")))))
                .isEqualTo("Hello");
        agent.leave();
        assertThat(agent.await(listening).json()).contains("\"resultType\":\"complete\"");
    }

    /** The parameters of a request that stands by itself. */
    private static String alone(String members) {
        return "{" + members + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"The Agent\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";
    }

    @Test
    void M020_pages_have_200_tools_and_the_cursor_is_the_last_name_shown() throws Exception {
        ScriptedAgent agent = agent();
        for (int part = 0; part < 3; part++) {
            ProviderBuilder provider = Provider.named("p" + part);
            for (int i = 0; i < 70; i++) {
                provider.tool(String.format("t%03d", 70 * part + i), "One of many", ANYTHING, call -> "");
            }
            attach(provider);
        }

        JsonValue first = agent.result(agent.ask("tools/list", "{}"));
        String cursor = first.get("nextCursor").orElseThrow().asString();
        JsonValue second = agent.result(agent.ask("tools/list", "{\"cursor\":\"" + cursor + "\"}"));

        assertThat(ScriptedAgent.names(first)).hasSize(200).endsWith("t199");
        assertThat(cursor).isEqualTo("t199");
        assertThat(ScriptedAgent.names(second)).hasSize(11).startsWith("t200").endsWith("t209", "tap_inbox");
        assertThat(second.get("nextCursor")).isEmpty();
    }

    @Test
    void G010_agents_that_cut_names_are_shown_shorter_ones_that_mean_the_same_tools() throws Exception {
        String name = "a".repeat(64);
        ScriptedAgent agent = agentOf("gemini-cli-mcp-client", NEWEST);
        attach(tool(name, "Hello"));
        agent.notified(LIST_CHANGED);

        List<String> shown = agent.tools();

        assertThat(shown).singleElement().asString().matches("a{41}_[0-9a-f]{8}");
        assertThat(text(agent.result(agent.call(shown.get(0), "{}")))).isEqualTo("Hello");
    }

    @Test
    void M022_a_list_that_is_asked_for_after_the_announcement_is_the_new_one() throws Exception {
        ScriptedAgent agent = agent();
        BoundProvider provider = attach(tool("greet", "Hello"));
        agent.notified(LIST_CHANGED);
        assertThat(agent.tools()).containsExactly("greet");

        provider.goodbye("done");

        agent.notified(LIST_CHANGED);
        assertThat(agent.tools()).isEmpty();
    }

    @Test
    void M022_a_tool_that_a_call_brings_is_announced_before_the_result() throws Exception {
        ScriptedAgent agent = agent();
        AtomicReference<BoundProvider> ci = new AtomicReference<>();
        ci.set(attach(Provider.named("ci")
                .tool(
                        "more",
                        "Brings another one",
                        ANYTHING,
                        call -> ci.get()
                                .updateTools(List.of(Tool.of("another", "New", ANYTHING, it -> "")))
                                .thenApply(revision -> "done"))));
        agent.notified(LIST_CHANGED);
        agent.passedOver().clear();

        agent.await(agent.call("more", "{}"));

        assertThat(agent.passedOver()).anyMatch(it -> it.json().contains(LIST_CHANGED));
        assertThat(agent.tools()).containsExactly("another", "more");
    }

    @Test
    void M023_reports_come_numbered_and_before_the_result() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> {
            call.progress("half");
            call.progress("nearly");
            return "done";
        }));

        int call = agent.call("slow", "{}", "{\"progressToken\":\"p\"}");
        agent.await(call);

        assertThat(agent.passedOver().stream()
                        .filter(it -> it.json().contains("notifications/progress"))
                        .map(it -> it.get("params").orElseThrow().json()))
                .containsExactly(
                        "{\"progressToken\":\"p\",\"progress\":1,\"message\":\"half\"}",
                        "{\"progressToken\":\"p\",\"progress\":2,\"message\":\"nearly\"}");
    }

    @Test
    void M023_a_report_has_the_providers_own_numbers() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("slow").tool("copy", "Takes its time", ANYTHING, call -> {
            call.progress("begun");
            call.progress("", ProgressAmount.of(3, 10));
            call.progress("nearly", ProgressAmount.of(9.5, 10));
            return "done";
        }));

        agent.await(agent.call("copy", "{}", "{\"progressToken\":\"p\"}"));

        assertThat(agent.passedOver().stream()
                        .filter(it -> it.json().contains("notifications/progress"))
                        .map(it -> it.get("params").orElseThrow().json()))
                .containsExactly(
                        "{\"progressToken\":\"p\",\"progress\":1,\"message\":\"begun\"}",
                        "{\"progressToken\":\"p\",\"progress\":3,\"total\":10}",
                        "{\"progressToken\":\"p\",\"progress\":9.5,\"total\":10,\"message\":\"nearly\"}");
    }

    @Test
    void M023_what_else_an_agent_says_with_a_call_reaches_a_provider_in_the_process() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool(
                        "meta",
                        "What was added",
                        ANYTHING,
                        call -> call.additions().map(JsonValue::json).orElse("nothing")));
        agent.notified(LIST_CHANGED);
        String plain = "{\"progressToken\":1,\"io.modelcontextprotocol/x\":1}";
        String added = "{\"progressToken\":2,\"com.example/who\":\"Ada\"}";

        assertThat(text(agent.result(agent.call("meta", "{}", plain)))).isEqualTo("nothing");
        assertThat(text(agent.result(agent.call("meta", "{}", added)))).isEqualTo("{\"com.example/who\":\"Ada\"}");
        assertThat(text(agent.result(
                        agent.call("tap_call_tool", "{\"name\":\"meta\"}", "{\"com.example/who\":\"Ada\"}"))))
                .isEqualTo("{\"com.example/who\":\"Ada\"}");
    }

    @Test
    void M023_who_says_too_much_with_a_call_is_told_so() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci").tool("greet", "Greets", ANYTHING, call -> "Hello"));
        agent.notified(LIST_CHANGED);

        JsonValue refused = agent.await(agent.call(
                "greet", "{}", "{\"a\":\"" + "x".repeat((int) Limit.CALL_ADDITIONS.standard()) + "\"}"));

        assertThat(refused.json()).contains("\"code\":-32602", "\"pointer\":\"/params/_meta\"");
    }

    @Test
    void M023_a_call_of_which_nothing_is_heard_says_every_ten_seconds_that_it_is_under_way() throws Exception {
        ScriptedAgent agent = agent();
        CompletableFuture<String> answer = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> answer));
        int call = agent.call("slow", "{}", "{\"progressToken\":7}");
        await().until(() -> clock.pending() == 2);

        clock.advance(Pulse.SILENCE);
        assertThat(agent.notified("notifications/progress").json()).isEqualTo("{\"progressToken\":7,\"progress\":1}");
        clock.advance(Pulse.SILENCE);
        assertThat(agent.notified("notifications/progress").json()).isEqualTo("{\"progressToken\":7,\"progress\":2}");

        answer.complete("done");
        agent.await(call);
        untilNothingIsPending();
    }

    @Test
    void M023_the_trace_of_a_call_reaches_the_provider() throws Exception {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool(
                        "trace",
                        "Its trace",
                        ANYTHING,
                        call -> call.traceParent().orElseThrow().traceId()));

        JsonValue result = agent.result(agent.call("trace", "{}", "{\"traceparent\":\"" + trace + "\"}"));

        assertThat(text(result)).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void M024_a_cancelled_call_is_stopped_and_not_answered_and_others_go_on() throws Exception {
        ScriptedAgent agent = agent();
        ConcurrentLinkedQueue<CompletableFuture<String>> answers = new ConcurrentLinkedQueue<>();
        AtomicBoolean stopped = new AtomicBoolean();
        attach(Provider.named("slow")
                .tool("slow", "Takes its time", ANYTHING, call -> answerLater(call, answers, stopped)));
        int first = agent.call("slow", "{}");
        int second = agent.call("slow", "{}");
        await().until(() -> answers.size() == 2);

        agent.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + first
                + "}}");
        await().untilTrue(stopped);
        answers.forEach(it -> it.complete("done"));

        assertThat(text(agent.result(second))).isEqualTo("done");
        assertThat(agent.passedOver())
                .noneMatch(
                        it -> it.get("id").filter(JsonValue.of(first)::equals).isPresent());
        agent.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + second
                + "}}");
        assertThat(agent.result(agent.ask("ping", "{}"))).isEqualTo(JsonValue.EMPTY_OBJECT);
    }

    @Test
    void M025_a_failed_call_is_an_error_of_the_tool_an_unknown_tool_one_of_the_request() throws Exception {
        ScriptedAgent agent = agent();
        attach(tool("greet", "Hello").deny(Match.tool("greet"), "CI is <red>."));
        agent.notified(LIST_CHANGED);

        JsonValue denied = agent.result(agent.call("greet", "{}"));

        assertThat(text(denied)).startsWith("UNAUTHORIZED: ").contains("CI is &lt;red>.");
        assertThat(denied.get("isError")).contains(JsonValue.TRUE);
        assertThat(denied.get("_meta").orElseThrow().json())
                .isEqualTo("{\"io.tapgateway/error\":{\"code\":\"UNAUTHORIZED\",\"retryable\":false}}");
        assertThat(agent.await(agent.call("unheard_of", "{}")).json())
                .contains("\"code\":-32602", "\"pointer\":\"/params/name\"");
    }

    @Test
    void M026_what_rules_say_to_a_call_comes_in_envelopes_after_the_result() throws Exception {
        ScriptedAgent agent = agent();
        attach(tool("greet", "Hello").remark(Match.tool("greet"), "Be brief."));
        agent.notified(LIST_CHANGED);

        JsonValue result = agent.result(agent.call("greet", "{}"));

        assertThat(result.get("content").orElseThrow().elements()).hasSize(2);
        assertThat(text(result)).isEqualTo("Hello");
        assertThat(result.get("content")
                        .orElseThrow()
                        .elements()
                        .get(1)
                        .get("text")
                        .orElseThrow()
                        .asString())
                .startsWith("<provider-text kind=\"context\" provider=\"ci\"")
                .contains("Be brief.");
    }

    @Test
    void M026_what_rules_say_to_a_call_with_a_value_waits_for_a_result_of_which_texts_are_read() throws Exception {
        ScriptedAgent agent = agent();
        attach(tool("greet", "Hello")
                .tool(Tool.of("count", "Counts", ANYTHING, call -> Map.of("n", 1))
                        .returning(Schema.object()))
                .remark(Match.tool("count"), "Be brief."));
        agent.notified(LIST_CHANGED);

        JsonValue value = agent.result(agent.call("count", "{}"));
        JsonValue next = agent.result(agent.call("greet", "{}"));

        assertThat(value.json())
                .isEqualTo(
                        "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":1}\"}],\"structuredContent\":{\"n\":1}}");
        assertThat(next.get("content").orElseThrow().elements()).hasSize(2);
        assertThat(next.json()).contains("kind=\\\"context\\\" provider=\\\"ci\\\"", "Be brief.");
        assertThat(agent.result(agent.call("greet", "{}"))
                        .get("content")
                        .orElseThrow()
                        .elements())
                .hasSize(1);
    }

    @Test
    void M030_a_result_is_text_and_a_value_where_the_tool_promises_one() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool("plain", "A value", ANYTHING, call -> JsonValue.of(Map.of("n", 1)))
                .tool(Tool.of("typed", "The same", ANYTHING, call -> JsonValue.of(Map.of("n", 1)))
                        .returning(Schema.object())));
        agent.notified(LIST_CHANGED);

        assertThat(agent.result(agent.call("plain", "{}")).json())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":1}\"}]}");
        assertThat(agent.result(agent.call("typed", "{}")).json())
                .isEqualTo(
                        "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":1}\"}],\"structuredContent\":{\"n\":1}}");
    }

    @Test
    void M030_content_comes_as_its_provider_sent_it() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool(
                        "draw",
                        "A picture",
                        ANYTHING,
                        call -> ToolContent.of(
                                ContentBlock.text("Look:"), ContentBlock.image("image/png", new byte[] {1, 2}))));

        assertThat(agent.result(agent.call("draw", "{}")).json())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"Look:\"},"
                        + "{\"type\":\"image\",\"data\":\"AQI=\",\"mimeType\":\"image/png\"}]}");
    }

    @Test
    void T54_results_are_cleaned_for_the_model() throws Exception {
        ScriptedAgent agent = agent();
        String hidden = "\u200b\u200d\u202e\udb40\udc41\u001b";
        attach(Provider.named("ci")
                .tool("say", "A text", ANYTHING, call -> "a" + hidden + "b")
                .tool("list", "A value", ANYTHING, call -> Map.of("k" + hidden, List.of("a" + hidden + "b")))
                .tool(
                        "show",
                        "Content",
                        ANYTHING,
                        call -> ToolContent.of(ContentBlock.text("a" + hidden + "b"))
                                .withStructured(JsonValue.of(Map.of("k" + hidden, hidden + "v")))));
        agent.notified(LIST_CHANGED);

        assertThat(text(agent.result(agent.call("say", "{}")))).isEqualTo("ab");
        assertThat(text(agent.result(agent.call("list", "{}")))).isEqualTo("{\"k\":[\"ab\"]}");
        assertThat(agent.result(agent.call("show", "{}")).json())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"ab\"}],\"structuredContent\":{\"k\":\"v\"}}");
    }

    @Test
    void M032_a_value_that_does_not_fit_what_the_tool_promises_is_left_out_and_the_text_stays() throws Exception {
        ScriptedAgent agent = agent();
        Schema promised = Schema.object().required("n", Schema.string());
        attach(Provider.named("ci")
                .tool(Tool.of("list", "No object", ANYTHING, call -> List.of(1)).returning(promised))
                .tool(Tool.of("value", "Another object", ANYTHING, call -> Map.of("n", 1))
                        .returning(promised))
                .tool(Tool.of(
                                "content",
                                "Another object",
                                ANYTHING,
                                call -> ToolContent.of(ContentBlock.text("n is 1"))
                                        .withStructured(JsonValue.of(Map.of("n", 1))))
                        .returning(promised)));
        agent.notified(LIST_CHANGED);

        assertThat(agent.result(agent.call("list", "{}")).json())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}],\"isError\":true}");
        assertThat(agent.result(agent.call("value", "{}")).json())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":1}\"}],\"isError\":true}");
        assertThat(agent.result(agent.call("content", "{}")).json())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"n is 1\"}],\"isError\":true}");
    }

    @Test
    void M042_the_timeline_is_told_from_the_level_on_that_the_agent_wants() throws Exception {
        ScriptedAgent agent = agent();
        agent.result(agent.ask("logging/setLevel", "{\"level\":\"debug\"}"));
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> {
            call.progress("half");
            return "done";
        }));

        agent.await(agent.call("slow", "{}"));

        await().untilAsserted(() -> assertThat(agent.passedOver())
                .anyMatch(it ->
                        it.json().contains("\"level\":\"debug\"") && it.json().contains("half")));
    }

    @Test
    void M040_a_code_of_pairing_is_shown_to_no_agent() throws Exception {
        AtomicReference<SessionHost> host = new AtomicReference<>();
        ScriptedAgent agent = agent((info, itsHost) -> {
            host.set(itsHost);
            return gateway.get().openSession(info, itsHost);
        });
        agent.result(agent.ask("logging/setLevel", "{\"level\":\"debug\"}"));
        session();

        host.get()
                .log(new TimelineEntry(
                        clock.wall(), TimelineEntry.Level.PAIRING, "gateway", "Pairing code 123456 for a page"));

        assertThat(agent.notified("notifications/message").json())
                .isEqualTo("{\"level\":\"notice\",\"logger\":\"gateway\","
                        + "\"data\":\"A page asks to pair; its code is in the console.\"}");
    }

    @Test
    void M043_an_agent_has_an_inbox_while_somebody_is_there_who_may_write_to_it() throws Exception {
        ScriptedAgent agent = agent();
        assertThat(agent.allTools()).isEmpty();

        BoundProvider watcher = attach(Provider.named("watcher"));
        await().until(() -> agent.allTools().contains("tap_inbox"));
        watcher.goodbye("done");

        await().until(() -> agent.allTools().isEmpty());
    }

    @Test
    void M043_what_waits_stands_behind_the_next_result_and_nowhere_else() throws Exception {
        ScriptedAgent agent = agent();
        attach(tool("greet", "Hello"));
        BoundProvider watcher = attach(Provider.named("watcher"));
        watcher.push(PushLevel.INJECT, "run 17 has failed");
        await().until(() -> waiting.get() == 1);

        JsonValue first = agent.result(agent.call("greet", "{}"));

        assertThat(text(first)).isEqualTo("Hello");
        assertThat(first.json()).contains("<provider-text kind=\\\"event\\\"", "run 17 has failed");
        assertThat(agent.result(agent.call("greet", "{}")).json()).doesNotContain("run 17");
        assertThat(text(agent.result(agent.call("tap_inbox", "{}")))).isEqualTo("Nothing waits for you.");
    }

    @Test
    void M043_a_result_whose_texts_agents_pass_over_carries_nothing() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool(Tool.of("typed", "A value", ANYTHING, call -> Map.of("n", 1))
                        .returning(Schema.object())));
        attach(Provider.named("watcher")).push(PushLevel.INJECT, "run 17 has failed");
        await().until(() -> waiting.get() == 1);

        assertThat(agent.result(agent.call("typed", "{}")).json()).doesNotContain("run 17");

        assertThat(agent.result(agent.call("tap_inbox", "{}")).json()).contains("run 17");
    }

    @Test
    void M043_an_agent_may_wait_for_what_comes() throws Exception {
        ScriptedAgent agent = agent();
        BoundProvider watcher = attach(Provider.named("watcher"));
        await().until(() -> agent.allTools().contains("tap_inbox"));
        int waits = agent.call("tap_inbox", "{\"wait_ms\":25000}");
        int cancelled = agent.call("tap_inbox", "{\"wait_ms\":25000}");
        agent.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + cancelled
                + "}}");

        watcher.push(PushLevel.INJECT, "run 17 has failed");

        assertThat(agent.result(waits).json()).contains("run 17 has failed");
        assertThat(agent.result(agent.call("tap_inbox", "{\"wait_ms\":25001}")).json())
                .contains("INVALID_ARGUMENTS: /wait_ms must be 0 to 25000");
    }

    @Test
    void M043_an_agent_that_waits_for_nothing_is_told_so_in_the_end() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("watcher"));
        await().until(() -> agent.allTools().contains("tap_inbox"));
        int waits = agent.call("tap_inbox", "{\"wait_ms\":4000}");
        await().until(() -> clock.pending() == 2);

        clock.advance(Duration.ofSeconds(4));

        assertThat(text(agent.result(waits))).isEqualTo("Nothing waits for you.");
    }

    @Test
    void M043_an_agent_that_asks_for_nothing_for_five_seconds_is_idle() throws Exception {
        ScriptedAgent agent = agent();
        attach(tool("greet", "Hello"));
        BoundProvider watcher = attach(Provider.named("watcher"));
        watcher.push(PushLevel.INJECT, "one");
        watcher.push(PushLevel.INJECT, "two");
        await().until(() -> waiting.get() == 1);
        assertThat(agent.result(agent.call("greet", "{}")).json()).contains("one");
        await().until(() -> clock.pending() == 1);

        clock.advance(QuietWatch.QUIET.multipliedBy(2));

        await().until(() -> waiting.get() == 1);
        assertThat(agent.result(agent.call("greet", "{}")).json()).contains("two");
    }

    @Test
    void M040_streams_the_timeline_and_the_inbox_are_resources() throws Exception {
        ScriptedAgent agent = agent();
        BoundProvider ci = attach(Provider.named("ci"));
        ci.push(Push.to("runs").keep("run 16 has passed"));
        ci.push(Push.to("runs").keep("run 17 has failed"));
        ci.push(PushLevel.INJECT, "look at run 17");
        await().until(() -> waiting.get() == 1);

        JsonValue all = agent.result(agent.ask("resources/list", "{}"));

        assertThat(all.json())
                .contains(
                        "\"tap://inbox\"", "\"tap://timeline\"", "\"tap://stream/runs@ci\"", "\"tap://stream/ci@ci\"");
        assertThat(agent.result(agent.ask("resources/templates/list", "{}")).json())
                .contains("tap://stream/{stream}@{provider}{?last}");
        assertThat(lines(agent, "tap://stream/runs@ci"))
                .hasSize(2)
                .last()
                .asString()
                .contains("run 17 has failed");
        assertThat(lines(agent, "tap://stream/runs@ci?last=1"))
                .singleElement()
                .asString()
                .contains("\"seq\":2", "run 17 has failed");
        assertThat(lines(agent, "tap://timeline")).anyMatch(it -> it.contains("look at run 17"));
        assertThat(agent.await(read(agent, "tap://stream/runs@nobody")).json()).contains("\"code\":-32002");
        assertThat(agent.await(read(agent, "tap://stream/runs@ci?last=0")).json())
                .contains("\"code\":-32002");
    }

    @Test
    void M043_what_is_read_in_the_inbox_has_been_handed_over() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")).push(PushLevel.INJECT, "look at run 17");
        await().until(() -> waiting.get() == 1);

        assertThat(lines(agent, "tap://inbox")).anyMatch(it -> it.contains("look at run 17"));

        assertThat(lines(agent, "tap://inbox")).noneMatch(it -> it.contains("run 17"));
    }

    @Test
    void M043_a_result_is_not_lost_with_prompts_that_cannot_be_had() throws Exception {
        ScriptedAgent agent = agent((info, host) -> forgetful(gateway.get().openSession(info, watched(host))));
        attach(tool("greet", "Hello"));
        attach(Provider.named("watcher")).push(PushLevel.INJECT, "look at run 17");
        await().until(() -> waiting.get() == 1);

        assertThat(text(agent.result(agent.call("greet", "{}")))).isEqualTo("Hello");
    }

    /** A session at a gateway that is lost whenever somebody wants prompts of it. */
    private static GatewaySession forgetful(GatewaySession session) {
        return (GatewaySession) Proxy.newProxyInstance(
                GatewaySession.class.getClassLoader(),
                new Class<?>[] {GatewaySession.class},
                (proxy, method, args) -> method.getName().equals("takePrompts")
                        ? CompletableFuture.failedFuture(new IOException("the link is lost"))
                        : method.invoke(session, args));
    }

    @Test
    void M013_what_is_followed_is_followed_at_the_next_gateway_as_well() throws Exception {
        Queue<String> subscribed = new ConcurrentLinkedQueue<>();
        ScriptedAgent agent = agent();
        offerNotes(subscribed);
        agent.notified("notifications/resources/list_changed");
        agent.result(agent.ask("resources/subscribe", "{\"uri\":\"notes://1\"}"));
        assertThat(subscribed).containsExactly("notes://1");

        Gateway former = gateway.getAndSet(Gateway.builder().build());
        former.closeNow();
        session();
        offerNotes(subscribed);

        await().until(() -> subscribed.size() == 2);
    }

    /** A provider that has to be told who follows its resources. */
    private void offerNotes(Queue<String> subscribed) throws Exception {
        BoundProvider notes = attach(Provider.named("notes").onUse(OfferingUse.SUBSCRIBE, use -> {
            subscribed.add(use.stringArg(OfferingUse.URI));
            return JsonValue.EMPTY_OBJECT;
        }));
        notes.offer(new Offerings(
                List.of(JsonValue.of(Map.of("uri", "notes://1", "name", "one"))), List.of(), List.of(), false, true));
    }

    @Test
    void M040_a_resource_that_is_followed_is_reported_once_a_second_at_most() throws Exception {
        ScriptedAgent agent = agent();
        BoundProvider ci = attach(Provider.named("ci"));
        ci.push(PushLevel.KEEP, "run 16");
        agent.result(agent.ask("resources/subscribe", "{\"uri\":\"tap://stream/ci@ci\"}"));
        ci.push(PushLevel.KEEP, "run 17");
        ci.push(PushLevel.KEEP, "run 18");

        clock.advance(ResourceWatch.LOOK);

        assertThat(agent.notified("notifications/resources/updated").json())
                .isEqualTo("{\"uri\":\"tap://stream/ci@ci\"}");
        await().until(() -> clock.pending() == 2);
        clock.advance(ResourceWatch.LOOK);
        await().until(() -> clock.pending() == 2);
        assertThat(agent.passedOver()).noneMatch(it -> it.json().contains("resources/updated"));
        agent.result(agent.ask("resources/unsubscribe", "{\"uri\":\"tap://stream/ci@ci\"}"));
        untilNothingIsPending();
    }

    @Test
    void M041_what_providers_offer_is_listed_and_read_through_the_session() throws Exception {
        ScriptedAgent agent = agent();
        attach(offering("docs")).offer(offered());
        attach(offering("more")).offer(offered());
        agent.notified("notifications/resources/list_changed");
        agent.notified("notifications/prompts/list_changed");
        await().until(() -> agent.result(agent.ask("prompts/list", "{}")).json().contains("more_plan"));

        JsonValue resources = agent.result(agent.ask("resources/list", "{}"));

        assertThat(resources.json()).contains("\"doc://readme\"", "\"tap://more/doc://readme\"");
        assertThat(lines(agent, "doc://readme")).containsExactly("docs: doc://readme");
        assertThat(lines(agent, "tap://more/doc://readme")).containsExactly("more: doc://readme");
        assertThat(lines(agent, "doc://pages/7")).containsExactly("docs: doc://pages/7");
        assertThat(agent.result(agent.ask("prompts/get", "{\"name\":\"more_plan\",\"arguments\":{\"city\":\"Bonn\"}}"))
                        .json())
                .contains("more: plan {\\\"city\\\":\\\"Bonn\\\"}");
        assertThat(agent.result(
                                agent.ask(
                                        "completion/complete",
                                        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"plan\"},\"argument\":{\"name\":\"city\",\"value\":\"B\"}}"))
                        .json())
                .isEqualTo("{\"completion\":{\"values\":[\"Bonn\"]}}");
        assertThat(agent.await(read(agent, "doc:nowhere")).json()).contains("\"code\":-32002");
        assertThat(agent.await(agent.ask("prompts/get", "{\"name\":\"unheard_of\"}"))
                        .json())
                .contains("\"code\":-32602", "\"pointer\":\"/params/name\"");
    }

    @Test
    void M041_a_read_that_is_denied_is_an_error_and_does_not_get_to_the_provider() throws Exception {
        ScriptedAgent agent = agent();
        attach(offering("docs")).offer(offered());
        attach(Provider.named("guardian").deny(Match.tool("read_resource"), "Not now."));

        assertThat(agent.await(read(agent, "doc://readme")).json())
                .contains("\"error\":{\"code\":-32000,\"message\":\"UNAUTHORIZED: Denied by guardian: Not now.\"");
    }

    private static ProviderBuilder offering(String name) {
        return Provider.named(name)
                .onUse(
                        OfferingUse.READ_RESOURCE,
                        use -> Map.of(
                                "contents",
                                List.of(Map.of(
                                        "uri", use.stringArg("uri"), "text", name + ": " + use.stringArg("uri")))))
                .onUse(
                        OfferingUse.GET_PROMPT,
                        use -> Map.of(
                                "messages",
                                List.of(Map.of(
                                        "role",
                                        "user",
                                        "content",
                                        Map.of(
                                                "type",
                                                "text",
                                                "text",
                                                name + ": " + use.stringArg("name") + " "
                                                        + use.args()
                                                                .get("arguments")
                                                                .orElseThrow()
                                                                .json())))))
                .onUse(OfferingUse.COMPLETE, use -> Map.of("completion", Map.of("values", List.of("Bonn"))));
    }

    private static Offerings offered() {
        return new Offerings(
                List.of(JsonValue.of(Map.of("uri", "doc://readme", "name", "readme"))),
                List.of(JsonValue.of(Map.of("uriTemplate", "doc://pages/{page}", "name", "page"))),
                List.of(JsonValue.of(Map.of("name", "plan"))),
                true,
                false);
    }

    private static int read(ScriptedAgent agent, String uri) {
        return agent.ask("resources/read", "{\"uri\":\"" + uri + "\"}");
    }

    private static List<String> lines(ScriptedAgent agent, String uri) {
        JsonValue content = agent.result(read(agent, uri))
                .get("contents")
                .orElseThrow()
                .elements()
                .get(0);
        return content.get("text").orElseThrow().asString().lines().toList();
    }

    @Test
    void M027_a_list_that_is_too_long_is_a_search_and_what_it_finds_is_called_behind_the_same_gates() throws Exception {
        lazy = new LazyTools(2, Set.of("pinned"));
        ScriptedAgent agent = agent();
        attach(Provider.named("ci")
                .tool(
                        "run_status",
                        "How a run of the build is",
                        Schema.object().required("run", Schema.integer()),
                        it -> it.longArg("run") + " has failed")
                .tool("pinned", "Is always there", ANYTHING, it -> ""));
        agent.notified(LIST_CHANGED);
        assertThat(agent.allTools()).containsExactly("pinned", "run_status", "tap_inbox");
        attach(Provider.named("shop").tool("order", "Orders a run of T-shirts", ANYTHING, it -> "ordered"));
        attach(Provider.named("guardian").deny(Match.tool("order"), "Too expensive."));
        agent.notified(LIST_CHANGED);

        assertThat(agent.allTools()).containsExactly("pinned", "tap_call_tool", "tap_find_tools", "tap_inbox");
        assertThat(found(agent, "{\"query\":\"status of Run\"}")).containsExactly("run_status", "order");
        assertThat(found(agent, "{\"query\":\"\",\"limit\":1}")).containsExactly("order");
        assertThat(found(agent, "{\"query\":\"nothing\"}")).isEmpty();
        assertThat(text(agent.result(agent.call("tap_call_tool", "{\"name\":\"run_status\",\"args\":{\"run\":17}}"))))
                .isEqualTo("17 has failed");
        assertThat(text(agent.result(agent.call("tap_call_tool", "{\"name\":\"run_status\"}"))))
                .startsWith("INVALID_ARGUMENTS: ");
        assertThat(text(agent.result(agent.call("tap_call_tool", "{\"name\":\"order\"}"))))
                .isEqualTo("UNAUTHORIZED: Denied by guardian: Too expensive.");
    }

    @Test
    void M027_a_tool_that_is_not_there_any_more_is_an_error_of_the_call_and_not_of_the_request() throws Exception {
        ScriptedAgent agent = agent();

        for (String gone : List.of("gone", "tap_call_tool")) {
            JsonValue result = agent.result(agent.call("tap_call_tool", "{\"name\":\"" + gone + "\"}"));
            assertThat(result.get("isError")).contains(JsonValue.TRUE);
            assertThat(text(result)).startsWith("NOT_FOUND: ");
        }
    }

    @Test
    void M027_what_is_no_search_and_no_call_is_refused_with_the_place() throws Exception {
        ScriptedAgent agent = agent();

        assertThat(text(agent.result(agent.call("tap_find_tools", "{}"))))
                .isEqualTo("INVALID_ARGUMENTS: /query is required");
        assertThat(text(agent.result(agent.call("tap_find_tools", "{\"query\":\"\",\"limit\":51}"))))
                .startsWith("INVALID_ARGUMENTS: /limit must be");
        assertThat(text(agent.result(agent.call("tap_call_tool", "{\"name\":\"a\",\"args\":[]}"))))
                .startsWith("INVALID_ARGUMENTS: /args must be");
    }

    @Test
    void M027_an_agent_that_never_asks_again_has_the_search_beside_the_list() throws Exception {
        ScriptedAgent agent = agentOf("qwen-code-mcp-client", NEWEST);
        attach(tool("greet", "Hello"));
        agent.notified(LIST_CHANGED);

        assertThat(agent.allTools()).containsExactly("greet", "tap_call_tool", "tap_find_tools", "tap_inbox");
        assertThat(text(agent.result(agent.call("tap_call_tool", "{\"name\":\"greet\"}"))))
                .isEqualTo("Hello");
    }

    private static List<String> found(ScriptedAgent agent, String query) throws Exception {
        return ScriptedAgent.names(JsonValue.parse(text(agent.result(agent.call("tap_find_tools", query)))));
    }

    @Test
    void calls_by_the_thousand_are_answered_each_with_its_own_result() throws Exception {
        ScriptedAgent agent = agent();
        attach(Provider.named("echo")
                .concurrency(64)
                .tool(
                        "echo",
                        "The same again",
                        Schema.object().required("n", Schema.integer()),
                        call -> call.longArg("n")));
        List<Integer> open = new ArrayList<>();
        List<Long> sent = new ArrayList<>();
        for (int n = 0; n < CALLS; n++) {
            open.add(agent.call("echo", "{\"n\":" + n + "}"));
            sent.add((long) n);
            if (open.size() == 64) {
                check(agent, open, sent);
            }
        }
        check(agent, open, sent);
    }

    private static void check(ScriptedAgent agent, List<Integer> open, List<Long> sent) {
        for (int i = 0; i < open.size(); i++) {
            assertThat(text(agent.result(open.get(i)))).isEqualTo(sent.get(i).toString());
        }
        open.clear();
        sent.clear();
    }

    private ScriptedAgent agent() throws Exception {
        return agentOf("The Agent 1.0", NEWEST);
    }

    private ScriptedAgent agentOf(String name, String revision) throws Exception {
        ScriptedAgent agent = connect((info, host) -> gateway.get().openSession(info, watched(host)))
                .introducing(name, revision);
        settle();
        return agent;
    }

    /** The session is open, and those who join by themselves have had their time. */
    private void settle() {
        await().until(() -> gateway.get().sessions().size() == 1 && clock.pending() > 0);
        clock.advance(ProviderArrivals.GRACE);
    }

    /** The host of an agent whose session was opened just now. */
    private SessionHost newcomer(AtomicReference<ScriptedAgent> agent) throws Exception {
        CompletableFuture<SessionHost> hosts = new CompletableFuture<>();
        agent.set(agent((info, host) -> {
            hosts.complete(host);
            return gateway.get().openSession(info, host);
        }));
        await().until(() -> clock.pending() == 1);
        return hosts.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /** Whether it was not answered yet, nor what was asked after it. */
    private static boolean isOpen(ScriptedAgent agent, int request) {
        agent.result(agent.ask("ping", "{}"));
        return agent.passedOver().stream()
                .noneMatch(
                        it -> it.get("id").filter(JsonValue.of(request)::equals).isPresent());
    }

    /** What has been answered may be noted a moment later. */
    private void untilNothingIsPending() {
        await().until(() -> {
            clock.advance(QuietWatch.QUIET);
            return clock.pending() == 0;
        });
    }

    /** Has the test know how many prompts the host was told of last. */
    private SessionHost watched(SessionHost host) {
        return (SessionHost) Proxy.newProxyInstance(
                SessionHost.class.getClassLoader(), new Class<?>[] {SessionHost.class}, (proxy, method, args) -> {
                    Object result = method.invoke(host, args);
                    if (method.getName().equals("inboxChanged")) {
                        waiting.set(((InboxView) args[0]).waiting());
                    }
                    return result;
                });
    }

    private GatewayAccess here() {
        return (info, host) -> gateway.get().openSession(info, host);
    }

    /** A gateway that knows the person at its sessions. */
    private GatewayAccess at(SessionUser user) {
        return new GatewayAccess() {
            @Override
            public GatewaySession open(SessionInfo info, SessionHost host) {
                return gateway.get().openSession(info, host);
            }

            @Override
            public Optional<Attachment> attach(SessionId session, Surface surface) {
                return Optional.of(user.attach(surface));
            }
        };
    }

    private ScriptedAgent agent(GatewayAccess access) throws Exception {
        return connect(access).introducing("The Agent 1.0", NEWEST);
    }

    private ScriptedAgent connect(GatewayAccess access) throws IOException {
        ScriptedAgent agent = new ScriptedAgent(access, clock, patience, lazy, vague);
        agents.add(agent);
        return agent;
    }

    private SessionView session() {
        await().until(() -> gateway.get().sessions().size() == 1);
        return gateway.get().sessions().get(0);
    }

    private BoundProvider attach(ProviderBuilder provider) throws Exception {
        BoundProvider bound =
                LocalProviderTransport.attach(gateway.get(), session().info().id(), provider.build());
        bound.whenBound().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return bound;
    }

    private static CompletionStage<String> answerLater(
            ToolInvocation call, Queue<CompletableFuture<String>> answers, AtomicBoolean stopped) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.add(answer);
        var unused = call.cancelled().thenRun(() -> stopped.set(true));
        return answer;
    }

    private static ProviderBuilder tool(String name, String answer) {
        return Provider.named("ci").tool(name, "Says something", ANYTHING, call -> answer);
    }

    private static String words(UserAnswer answer) {
        return answer instanceof UserAnswer.Given given ? given.text() + ", " + given.by() : answer.toString();
    }

    private static String text(JsonValue result) {
        return result.get("content")
                .orElseThrow()
                .elements()
                .get(0)
                .get("text")
                .orElseThrow()
                .asString();
    }

    private static void leave(ScriptedAgent agent) {
        try {
            agent.leave();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
