package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.SessionIds;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Asked;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Agents whose requests stand by themselves, over HTTP without HTTP: a real gateway and its providers in one process.
 */
class StandingAloneFacesTest {
    private static final String REVISION = "2026-07-28";
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
    private static final Schema ANYTHING = Schema.object();
    private static final int DEADLINE_SECONDS = 60;
    private static final ProviderName CI = new ProviderName("ci");

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway = Gateway.builder().build();
    private final SessionUser user = SessionUser.create(clock::nanos);
    private final HttpFaces faces = new HttpFaces(
            FaceSettings.standard("1"),
            new byte[SessionIds.KEY_BYTES],
            access(),
            clock,
            Duration.ofSeconds(DEADLINE_SECONDS));

    @AfterEach
    void close() {
        faces.close();
        gateway.closeNow();
    }

    @Test
    void M002_who_only_looks_gets_no_session() throws Exception {
        assertThat(ask("server/discover", "").awaitAnswer().json()).contains("\"supportedVersions\":[\"2026-07-28\"]");
        assertThat(ask("unheard/of", "").awaitStatus()).isEqualTo(404);
        assertThat(gateway.sessions()).isEmpty();
    }

    @Test
    void M014_the_requests_of_a_token_and_a_name_have_one_session() throws Exception {
        begin();
        attach(Provider.named("ci").tool("greet", "Says something", ANYTHING, call -> "Hello"));

        assertThat(call("greet").awaitAnswer().json()).contains("\"resultType\":\"complete\"", "\"text\":\"Hello\"");
        assertThat(ask("tools/list", "").awaitAnswer().json()).contains("\"name\":\"greet\"", "\"ttlMs\":0");
        assertThat(session().info().id().value()).matches("the-agent-[0-9a-f]{8}");
        assertThat(session().info().label()).isEqualTo("The Agent: shop");
    }

    @Test
    void M014_a_session_that_is_named_means_nothing() throws Exception {
        begin();

        HttpHead head = new HttpHead(
                List.of("*/*"),
                Optional.of("application/json"),
                List.of(REVISION),
                Optional.of("forged"),
                Optional.empty(),
                List.of("tools/list"),
                List.of());
        assertThat(serve(head, message("1", "tools/list", "", "{}")).awaitStatus())
                .isEqualTo(200);
    }

    @Test
    void M003_two_agents_may_use_the_same_id_at_the_same_time() throws Exception {
        begin();
        CompletableFuture<String> slow = new CompletableFuture<>();
        attach(Provider.named("ci").tool("slow", "Takes its time", ANYTHING, call -> later(slow)));

        RecordedReply one = call("slow");
        RecordedReply other = call("slow");
        slow.complete("at last");

        assertThat(one.awaitAnswer().json()).contains("at last");
        assertThat(other.awaitAnswer().json()).contains("at last");
    }

    @Test
    void M017_a_head_that_does_not_go_with_its_message_is_refused() throws Exception {
        HttpHead without = new HttpHead(
                List.of("*/*"),
                Optional.of("application/json"),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());

        RecordedReply refused = serve(without, message("1", "tools/list", "", "{}"));

        assertThat(refused.awaitStatus()).isEqualTo(400);
        assertThat(refused.body()).contains("-32020", "MCP-Protocol-Version");
        assertThat(gateway.sessions()).isEmpty();
    }

    @Test
    void M016_what_nobody_waits_for_any_more_is_cancelled_at_once() throws Exception {
        begin();
        Queue<String> cancelled = new ConcurrentLinkedQueue<>();
        attach(Provider.named("ci").concurrency(2).tool("slow", "Takes its time", ANYTHING, call -> {
            var unused = call.cancelled().thenRun(() -> cancelled.add(call.stringArg("n")));
            return later(new CompletableFuture<>());
        }));
        RecordedReply whole = ask("tools/call", "\"name\":\"slow\",\"arguments\":{\"n\":\"1\"}");
        RecordedReply stream = serve(
                head("tools/call", "slow"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\",\"arguments\":{\"n\":\"2\"},"
                        + meta("{}", ",\"progressToken\":1") + "}}");
        await().until(() -> inFlight() == 2);

        faces.lost(stream);

        await().until(() -> cancelled.size() == 1);
        assertThat(cancelled).containsExactly("2");
        faces.lost(whole);
        await().until(() -> cancelled.size() == 2);
    }

    @Test
    void M016_streams_have_no_places_from_where_they_go_on() throws Exception {
        RecordedReply listening = listen("\"toolsListChanged\":true");

        await().until(() -> !listening.messages().isEmpty());
        assertThat(listening.lastId()).isEmpty();
    }

    @Test
    void M022_who_listens_hears_what_it_wanted_to_hear_and_nothing_else() throws Exception {
        RecordedReply tools = listen("\"toolsListChanged\":true");
        RecordedReply prompts = listen("\"promptsListChanged\":true");

        begin();
        attach(Provider.named("ci").tool("greet", "Says something", ANYTHING, call -> "Hello"));

        await().until(() -> tools.messages().size() >= 2);
        assertThat(tools.messages()).first().asString().contains(ACKNOWLEDGED, "\"toolsListChanged\":true");
        assertThat(tools.messages().subList(1, tools.messages().size()))
                .allMatch(it ->
                        it.equals("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":"
                                + "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":1}}}"));
        assertThat(prompts.messages()).noneMatch(it -> it.contains("tools/list_changed"));
    }

    @Test
    void M022_who_listens_to_a_resource_hears_of_it_and_its_provider_knows() throws Exception {
        begin();
        Queue<String> told = new ConcurrentLinkedQueue<>();
        BoundProvider notes = attach(Provider.named("notes")
                .onUse(OfferingUse.SUBSCRIBE, use -> {
                    told.add("+" + use.stringArg(OfferingUse.URI));
                    return JsonValue.EMPTY_OBJECT;
                })
                .onUse(OfferingUse.UNSUBSCRIBE, use -> {
                    told.add("-" + use.stringArg(OfferingUse.URI));
                    return JsonValue.EMPTY_OBJECT;
                }));
        notes.offer(new Offerings(
                List.of(JsonValue.of(Map.of("uri", "notes://1", "name", "one"))), List.of(), List.of(), false, true));
        await().until(() -> ask("resources/list", "").awaitAnswer().json().contains("notes://1"));

        RecordedReply one = listen("\"resourceSubscriptions\":[\"notes://1\",\"notes://2\"]");
        RecordedReply other = listen("\"resourceSubscriptions\":[\"notes://1\",\"tap://timeline\"]");

        await().until(() -> one.messages().size() == 1 && other.messages().size() == 1);
        assertThat(one.messages()).first().asString().contains("\"resourceSubscriptions\":[\"notes://1\"]");
        await().until(() -> told.contains("+notes://1"));
        faces.lost(one);
        faces.lost(other);
        await().until(() -> told.contains("-notes://1"));
        assertThat(told).containsExactly("+notes://1", "-notes://1");
    }

    @Test
    void M022_a_session_that_goes_tells_those_who_listen() throws Exception {
        RecordedReply listening = listen("\"toolsListChanged\":true");
        await().until(() -> listening.messages().size() == 1);

        faces.close();

        assertThat(listening.awaitAnswer().json())
                .contains("\"id\":1", "\"resultType\":\"complete\"", "\"io.modelcontextprotocol/subscriptionId\":1");
    }

    @Test
    void M015_a_session_stays_while_somebody_listens_and_60_seconds_longer() throws Exception {
        RecordedReply listening = listen("\"toolsListChanged\":true");
        String first = session().info().id().value();
        clock.advance(HttpFaces.LEFT_ALONE.plus(HttpFaces.LOOK));
        assertThat(gateway.sessions()).hasSize(1);

        faces.lost(listening);

        await().until(() -> {
            clock.advance(HttpFaces.LOOK);
            return gateway.sessions().isEmpty();
        });
        begin();
        assertThat(session().info().id().value()).isEqualTo(first);
    }

    @Test
    void M005_who_would_listen_on_one_stream_too_many_is_refused() throws Exception {
        for (int i = 0; i < McpLimit.OPEN_STREAMS.most(); i++) {
            listen("\"toolsListChanged\":true");
        }

        RecordedReply beyond = listen("\"toolsListChanged\":true");

        assertThat(beyond.awaitAnswer().json()).contains("-32000", "32 streams are open");
    }

    @Test
    void M042_lines_go_along_with_the_request_that_wants_them() throws Exception {
        begin();
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletableFuture<Runnable> report = new CompletableFuture<>();
        attach(Provider.named("ci").concurrency(2).tool("slow", "Takes its time", ANYTHING, call -> {
            report.complete(() -> call.progress("half"));
            return later(slow);
        }));
        RecordedReply wanting = serve(
                head("tools/call", "slow"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\","
                        + meta("{}", ",\"io.modelcontextprotocol/logLevel\":\"debug\"") + "}}");
        RecordedReply other = serve(
                head("tools/call", "slow"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\","
                        + meta("{}", ",\"progressToken\":1") + "}}");

        report.get(DEADLINE_SECONDS, TimeUnit.SECONDS).run();

        await().until(() -> wanting.messages().stream().anyMatch(it -> it.contains("notifications/message")));
        slow.complete("at last");
        assertThat(wanting.awaitAnswer().json()).contains("at last");
        assertThat(other.awaitAnswer().json()).contains("at last");
        assertThat(other.messages()).noneMatch(it -> it.contains("notifications/message"));
    }

    @Test
    void M044_a_question_is_the_answer_to_a_call_that_goes_on_when_it_is_made_again() throws Exception {
        CompletableFuture<String> deployed = deploying();
        RecordedReply call = callWithForms("");
        await().until(user::isPresent);

        Asked<UserAnswer> asked = user.ask(question("Where to?"));

        JsonValue wanted = result(call);
        assertThat(wanted.json()).contains("\"resultType\":\"input_required\"", "elicitation/create", "Where to?");
        RecordedReply again = callWithForms(retry(wanted, "{\"action\":\"accept\",\"content\":{\"answer\":\"test\"}}"));
        assertThat(asked.answer().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                .isEqualTo(new UserAnswer.Given(JsonValue.of("test"), "in The Agent"));
        deployed.complete("done");
        assertThat(result(again).json()).contains("\"resultType\":\"complete\"", "done");
        await().until(() -> !user.isPresent());
    }

    @Test
    void M044_what_comes_of_a_call_while_the_agent_asks_its_person_is_there_when_it_is_made_again() throws Exception {
        CompletableFuture<String> deployed = deploying();
        RecordedReply call = callWithForms("");
        await().until(user::isPresent);
        Asked<UserAnswer> asked = user.ask(question("Where to?"));
        JsonValue wanted = result(call);

        deployed.complete("done");

        await().until(() -> !user.isPresent());
        RecordedReply again = callWithForms(retry(wanted, "{\"action\":\"decline\"}"));
        assertThat(result(again).json()).contains("done");
        assertThat(asked.answer().toCompletableFuture().getNow(null)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(result(callWithForms(retry(wanted, "{\"action\":\"decline\"}")), "error")
                        .json())
                .contains("-32602", "/params/requestState");
    }

    @Test
    void M044_what_is_left_unanswered_is_asked_again() throws Exception {
        CompletableFuture<String> deployed = deploying();
        RecordedReply call = callWithForms("");
        await().until(user::isPresent);
        Asked<UserAnswer> asked = user.ask(question("Where to?"));
        JsonValue wanted = result(call);

        RecordedReply again = callWithForms(
                ",\"requestState\":" + wanted.get("requestState").orElseThrow().json());

        JsonValue still = result(again);
        assertThat(still.json()).contains("\"resultType\":\"input_required\"", "Where to?");
        assertThat(still.get("requestState")).isNotEqualTo(wanted.get("requestState"));
        RecordedReply last = callWithForms(retry(still, "{\"action\":\"accept\",\"content\":{\"answer\":\"test\"}}"));
        await().until(() -> asked.answer().toCompletableFuture().isDone());
        deployed.complete("done");
        assertThat(result(last).json()).contains("done");
    }

    @Test
    void M068_a_call_is_answered_with_questions_ten_times_and_not_once_more() throws Exception {
        var unused = deploying();
        RecordedReply call = callWithForms("");
        await().until(user::isPresent);
        Asked<UserAnswer> asked = user.ask(question("Where to?"));

        for (int round = 0; round < McpLimit.ROUNDS.most(); round++) {
            assertThat(asked.answer().toCompletableFuture()).isNotDone();
            call = callWithForms(",\"requestState\":"
                    + result(call).get("requestState").orElseThrow().json());
        }

        await().until(() -> asked.answer().toCompletableFuture().isDone());
        assertThat(asked.answer().toCompletableFuture().getNow(null)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(call.ended).isNotDone();
    }

    @Test
    void M044_what_was_given_for_one_call_is_good_for_no_other() throws Exception {
        var unused = deploying();
        RecordedReply call = callWithForms("");
        await().until(user::isPresent);
        var unusedAnswer = user.ask(question("Where to?"));
        String state = result(call).get("requestState").orElseThrow().json();

        RecordedReply other = serve(
                head("tools/call", "deploy"),
                message(
                        "2",
                        "tools/call",
                        "\"name\":\"deploy\",\"arguments\":{\"to\":\"prod\"},\"requestState\":" + state,
                        FORMS));

        assertThat(result(other, "error").json()).contains("-32602", "/params/requestState");
    }

    @Test
    void M044_a_call_that_is_never_made_again_costs_others_nothing() throws Exception {
        CompletableFuture<String> deployed = deploying();
        RecordedReply left = callWithForms("");
        await().until(user::isPresent);
        Asked<UserAnswer> first = user.ask(question("Where to?"));
        RecordedReply dismissed = callWithForms(retry(result(left), "{\"action\":\"cancel\"}"));
        await().until(() -> first.answer().toCompletableFuture().isDone());
        RecordedReply call = callWithForms("");
        await().until(user::isPresent);
        Asked<UserAnswer> abandoned = user.ask(question("And now?"));
        assertThat(result(call).json()).contains("And now?");

        RecordedReply other = callWithForms("");
        await().until(() -> inFlight() == 3);
        Asked<UserAnswer> asked = user.ask(question("And then?"));

        assertThat(result(other).json()).contains("And then?").doesNotContain("And now?");
        assertThat(abandoned.answer().toCompletableFuture()).isNotDone();
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
        deployed.complete("done");
        assertThat(result(dismissed).json()).contains("done");
    }

    @Test
    void M044_an_agent_whose_request_does_not_allow_it_is_asked_nothing() throws Exception {
        var unused = deploying();
        call("deploy");
        await().until(() -> inFlight() == 1);

        assertThat(user.isPresent()).isFalse();
    }

    private static final String FORMS = "{\"elicitation\":{\"form\":{}}}";

    /** A tool that takes as long as is wanted. */
    private CompletableFuture<String> deploying() throws Exception {
        begin();
        CompletableFuture<String> answer = new CompletableFuture<>();
        attach(Provider.named("ci").concurrency(4).tool("deploy", "Deploys", ANYTHING, call -> later(answer)));
        return answer;
    }

    private RecordedReply callWithForms(String more) {
        return serve(head("tools/call", "deploy"), message("1", "tools/call", "\"name\":\"deploy\"" + more, FORMS));
    }

    private static UserQuestion question(String text) {
        return new UserQuestion(CI, text, List.of(), false);
    }

    /** What makes a call again, with the answer to the one question that it was answered with. */
    private static String retry(JsonValue wanted, String answer) {
        String key = wanted.get("inputRequests")
                .orElseThrow()
                .members()
                .keySet()
                .iterator()
                .next();
        return ",\"requestState\":" + wanted.get("requestState").orElseThrow().json() + ",\"inputResponses\":{\"" + key
                + "\":" + answer + "}";
    }

    private static JsonValue result(RecordedReply reply) throws Exception {
        return result(reply, "result");
    }

    private static JsonValue result(RecordedReply reply, String member) throws Exception {
        JsonValue answer = reply.awaitAnswer();
        return answer.get(member).orElseThrow(() -> new AssertionError(answer.json()));
    }

    private long inFlight() {
        return gateway.providers().stream()
                .mapToLong(it -> it.load().inFlight())
                .sum();
    }

    private GatewayAccess access() {
        return new GatewayAccess() {
            @Override
            public GatewaySession open(SessionInfo info, SessionHost host) {
                return gateway.openSession(info, host);
            }

            @Override
            public Optional<Attachment> attach(SessionId session, Surface surface) {
                return Optional.of(user.attach(surface));
            }
        };
    }

    /** There is a session, and those who join by themselves have had their time. */
    private void begin() {
        RecordedReply list = ask("tools/list", "");
        await().until(() -> {
            clock.advance(ProviderArrivals.GRACE);
            return list.ended.isDone();
        });
    }

    private RecordedReply listen(String wanted) {
        return ask("subscriptions/listen", "\"notifications\":{" + wanted + "}");
    }

    private RecordedReply call(String tool) {
        return ask("tools/call", "\"name\":\"" + tool + "\"");
    }

    private RecordedReply ask(String method, String members) {
        String name = members.startsWith("\"name\":\"") ? members.split("\"", 5)[3] : "";
        return serve(head(method, name), message("1", method, members, "{}"));
    }

    private RecordedReply serve(HttpHead head, String body) {
        RecordedReply reply = new RecordedReply();
        faces.serve(new HttpAsk("claude", "shop", "POST", head, body), reply);
        return reply;
    }

    private static HttpHead head(String method, String name) {
        return new HttpHead(
                List.of("*/*"),
                Optional.of("application/json"),
                List.of(REVISION),
                Optional.empty(),
                Optional.empty(),
                List.of(method),
                name.isEmpty() ? List.of() : List.of(name));
    }

    private static String message(String id, String method, String members, String capabilities) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{"
                + (members.isEmpty() ? "" : members + ",") + meta(capabilities, "") + "}}";
    }

    private static String meta(String capabilities, String more) {
        return "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + REVISION + "\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"The Agent\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":" + capabilities + more + "}";
    }

    private SessionView session() {
        await().until(() -> gateway.sessions().size() == 1);
        return gateway.sessions().get(0);
    }

    private BoundProvider attach(ProviderBuilder provider) throws Exception {
        BoundProvider bound =
                LocalProviderTransport.attach(gateway, session().info().id(), provider.build());
        bound.whenBound().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return bound;
    }

    /** What is answered in a while. */
    private static CompletionStage<String> later(CompletableFuture<String> answer) {
        return answer;
    }
}
