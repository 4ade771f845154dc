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
import io.tapgateway.protocol.model.PushLevel;
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
import io.tapgateway.testkit.ThoroughOnly;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Asked;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents over HTTP, without HTTP: a real gateway and its providers in one process. */
class HttpFacesTest {
    private static final String NEWEST = "2025-11-25";
    private static final String LIST_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
    private static final Schema ANYTHING = Schema.object();
    private static final int DEADLINE_SECONDS = 60;
    private static final byte[] KEY = new byte[SessionIds.KEY_BYTES];

    private final ManualClock clock = ManualClock.create();
    private final AtomicReference<Gateway> gateway =
            new AtomicReference<>(Gateway.builder().build());
    private final AtomicInteger asked = new AtomicInteger();
    private final List<RecordedReply> listeners = new ArrayList<>();
    private HttpFaces faces = faces();

    @AfterEach
    void close() {
        faces.close();
        gateway.get().closeNow();
    }

    @Test
    void M014_an_agent_has_a_session_and_its_tools() throws Exception {
        String session = introduce();
        settle();
        attach(tool("greet", "Hello"));

        assertThat(call(session, "greet").awaitAnswer().json()).contains("\"text\":\"Hello\"");
        assertThat(ask(session, "tools/list", "{}").awaitAnswer().json()).contains("\"name\":\"greet\"");
        assertThat(session().info().id().value()).matches("the-agent-[0-9a-f]{8}");
        assertThat(session().info().label()).isEqualTo("The Agent: shop");
    }

    @Test
    void M014_who_has_no_session_may_only_begin_one() throws Exception {
        for (String body : List.of(
                message("tools/list", "{}"),
                message("tools/call", "{\"name\":\"greet\"}"),
                message("ping", "{}"),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                "[]",
                "{",
                message("initialize", "{}"),
                message("server/discover", "{}"))) {
            assertThat(post(Optional.empty(), body).awaitStatus()).as(body).isEqualTo(400);
        }
        assertThat(gateway.get().sessions()).isEmpty();
    }

    @Test
    void M014_other_methods_of_http_are_refused() throws Exception {
        RecordedReply reply = serve("PUT", "claude", head(Optional.empty(), Optional.empty()), "");

        assertThat(reply.awaitStatus()).isEqualTo(405);
        assertThat(reply.header("Allow")).isEqualTo("POST, GET, DELETE");
    }

    @Test
    void M014_nobody_gets_into_the_session_of_another_agent() throws Exception {
        String session = introduce();

        RecordedReply stranger =
                serve("POST", "codex", head(Optional.of(session), Optional.empty()), message("tools/list", "{}"));

        assertThat(stranger.awaitStatus()).isEqualTo(404);
        assertThat(serve("GET", "codex", head(Optional.of(session), Optional.empty()), "")
                        .awaitStatus())
                .isEqualTo(404);
        assertThat(serve("DELETE", "codex", head(Optional.of(session), Optional.empty()), "")
                        .awaitStatus())
                .isEqualTo(404);
        assertThat(ask(session, "ping", "{}").awaitStatus()).isEqualTo(200);
    }

    @Test
    void M014_the_sessions_of_an_agent_end_with_its_token() throws Exception {
        String session = introduce();
        RecordedReply listening = listen(session, Optional.empty());

        faces.dismiss("claude");

        listening.ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        await().until(() -> gateway.get().sessions().isEmpty());
    }

    @Test
    void M015_a_session_that_its_agent_has_ended_is_over() throws Exception {
        String session = introduce();
        RecordedReply listening = listen(session, Optional.empty());

        RecordedReply end = serve("DELETE", "claude", head(Optional.of(session), Optional.empty()), "");

        assertThat(end.awaitStatus()).isEqualTo(204);
        listening.ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        await().until(() -> gateway.get().sessions().isEmpty());
        assertThat(ask(session, "ping", "{}").awaitStatus()).isEqualTo(404);
        assertThat(listen(session, Optional.empty()).awaitStatus()).isEqualTo(404);
    }

    @Test
    void M027_where_a_list_would_be_too_long_agents_over_http_have_a_search_instead() throws Exception {
        faces.close();
        faces = new HttpFaces(
                new FaceSettings("1", new LazyTools(0, Set.of()), false, true),
                KEY,
                (info, host) -> gateway.get().openSession(info, host),
                clock,
                Duration.ofSeconds(DEADLINE_SECONDS));
        String session = introduce();
        settle();
        attach(tool("greet", "Hello"));

        assertThat(ask(session, "tools/list", "{}").awaitAnswer().json())
                .contains("tap_find_tools", "tap_call_tool")
                .doesNotContain("greet");
    }

    @Test
    void M015_a_forged_session_is_none() throws Exception {
        String session = introduce();
        String forged = (session.charAt(0) == 'A' ? "B" : "A") + session.substring(1);

        assertThat(ask(forged, "ping", "{}").awaitStatus()).isEqualTo(404);
        assertThat(ask("", "ping", "{}").awaitStatus()).isEqualTo(404);
    }

    @Test
    void M015_a_session_ends_60_seconds_after_its_last_stream_or_request_and_is_opened_anew() throws Exception {
        String session = introduce();
        String first = session().info().id().value();
        RecordedReply listening = listen(session, Optional.empty());
        clock.advance(HttpFaces.LEFT_ALONE.plus(HttpFaces.LOOK));
        assertThat(gateway.get().sessions()).hasSize(1);

        faces.lost(listening);
        clock.advance(HttpFaces.LEFT_ALONE.minus(HttpFaces.LOOK));
        assertThat(gateway.get().sessions()).hasSize(1);
        clock.advance(HttpFaces.LOOK.multipliedBy(2));
        await().until(() -> gateway.get().sessions().isEmpty());

        assertThat(ask(session, "ping", "{}").awaitStatus()).isEqualTo(200);
        assertThat(session().info().id().value()).isEqualTo(first);
    }

    @Test
    void M015_an_agent_goes_on_in_the_next_gateway() throws Exception {
        String session = introduceAs("Gemini CLI", NEWEST);
        String name = "a".repeat(64);
        settle();
        attach(tool(name, "Hello"));
        String shown = ask(session, "tools/list", "{}")
                .awaitAnswer()
                .get("result")
                .orElseThrow()
                .get("tools")
                .orElseThrow()
                .elements()
                .get(0)
                .get("name")
                .orElseThrow()
                .asString();
        String first = session().info().id().value();

        faces.close();
        gateway.getAndSet(Gateway.builder().build()).closeNow();
        faces = faces();
        ask(session, "ping", "{}").awaitStatus();
        attach(tool(name, "Hello again"));

        assertThat(session().info().id().value()).isEqualTo(first);
        assertThat(shown).hasSizeLessThan(name.length());
        assertThat(call(session, shown).awaitAnswer().json()).contains("Hello again");
        assertThat(listen(session, Optional.of("0-7")).messages()).startsWith(LIST_CHANGED);
    }

    @Test
    void M005_100_sessions_are_open_and_not_one_more() throws Exception {
        for (int i = 0; i < McpLimit.SESSIONS.most(); i++) {
            introduce();
        }

        RecordedReply beyond = post(Optional.empty(), introduction("One More", NEWEST));

        assertThat(beyond.awaitStatus()).isEqualTo(503);
        assertThat(beyond.body()).contains("-32000", "100 sessions are open");
    }

    @Test
    void M005_32_streams_are_open_and_what_is_asked_beyond_is_answered_as_a_whole() throws Exception {
        String session = introduce();
        CompletableFuture<String> slow = new CompletableFuture<>();
        attach(Provider.named("slow").concurrency(64).tool("slow", "Takes its time", ANYTHING, call -> slow));
        List<RecordedReply> replies = new ArrayList<>();
        for (int i = 0; i < McpLimit.OPEN_STREAMS.most() + 1; i++) {
            replies.add(call(session, "slow", "{\"progressToken\":" + i + "}"));
        }

        assertThat(replies.stream().filter(RecordedReply::isStream)).hasSize(32);
        slow.complete("at last");
        for (RecordedReply each : replies) {
            assertThat(each.awaitAnswer().json()).contains("at last");
        }
    }

    @Test
    void M015_lines_are_kept_open_every_15_seconds_and_long_answers_become_streams() throws Exception {
        String session = introduce();
        CompletableFuture<String> slow = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> slow));
        RecordedReply listening = listen(session, Optional.empty());
        RecordedReply call = call(session, "slow");
        int before = listening.events.size();

        clock.advance(HttpFaces.LOOK.multipliedBy(HttpFaces.LOOKS_PER_BEAT));

        assertThat(listening.events).hasSize(before + 1).last().asString().startsWith(": ");
        assertThat(call.isStream()).isTrue();
        clock.advance(HttpFaces.LOOK.multipliedBy(HttpFaces.LOOKS_PER_BEAT));
        assertThat(call.events).last().asString().startsWith(": ");
        slow.complete("at last");
        assertThat(call.awaitAnswer().json()).contains("at last");
    }

    @Test
    void M015_a_second_listener_replaces_the_first() throws Exception {
        String session = introduce();
        RecordedReply first = listen(session, Optional.empty());

        RecordedReply second = listen(session, Optional.empty());
        attach(tool("greet", "Hello"));

        first.ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        await().untilAsserted(() -> assertThat(second.messages()).contains(LIST_CHANGED));
        assertThat(first.messages()).doesNotContain(LIST_CHANGED);
    }

    @Test
    void M016_who_listens_late_is_told_that_there_was_news() throws Exception {
        String session = introduce();
        BoundProvider provider = attach(tool("greet", "Hello"));
        await().until(() -> {
            RecordedReply late = listen(session, Optional.empty());
            boolean told = late.messages().contains(LIST_CHANGED);
            faces.lost(late);
            return told;
        });

        assertThat(listen(session, Optional.empty()).messages()).isEmpty();
        provider.goodbye("done");
    }

    @Test
    void M016_a_lost_call_goes_on_and_its_stream_is_resumed_where_it_was() throws Exception {
        String session = introduce();
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletableFuture<Runnable> report = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> {
            report.complete(() -> call.progress("half"));
            return later(slow);
        }));
        RecordedReply lost = call(session, "slow", "{\"progressToken\":\"p\"}");
        String place = lost.lastId();

        faces.lost(lost);
        report.get(DEADLINE_SECONDS, TimeUnit.SECONDS).run();
        RecordedReply resumed = listen(session, Optional.of(place));
        await().until(() -> resumed.messages().size() == 1);
        slow.complete("at last");

        assertThat(resumed.awaitAnswer().json()).contains("at last");
        assertThat(resumed.messages()).hasSize(2).first().asString().contains("half");
        RecordedReply again = listen(session, Optional.of(place));
        assertThat(again.awaitAnswer().json()).contains("at last");
        assertThat(again.messages()).isEqualTo(resumed.messages());
    }

    @Test
    void M043_a_prompt_does_not_go_with_an_answer_that_nobody_waits_for() throws Exception {
        String session = introduce();
        CompletableFuture<String> slow = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> later(slow)));
        RecordedReply cut = call(session, "slow");
        faces.lost(cut);
        BoundProvider watcher = attach(Provider.named("watcher"));
        watcher.push(PushLevel.INJECT, "run 17 has failed");

        slow.complete("at last");

        await().until(() ->
                gateway.get().providers().stream().allMatch(it -> it.load().inFlight() == 0));
        assertThat(call(session, "tap_inbox").awaitAnswer().json()).contains("run 17 has failed");
    }

    @Test
    void M016_what_is_gone_begins_with_a_changed_list() throws Exception {
        String session = introduce();

        RecordedReply resumed = listen(session, Optional.of("7-123"));

        assertThat(resumed.messages()).hasSize(3).first().isEqualTo(LIST_CHANGED);
        assertThat(resumed.ended).isNotDone();
    }

    @Test
    void M016_streams_of_older_revisions_begin_with_no_event() throws Exception {
        String session = introduceAs("old", "2025-06-18");

        assertThat(listen(session, Optional.empty()).events).containsExactly(": still here\n\n");
    }

    @Test
    void M024_a_cancelled_request_is_not_answered() throws Exception {
        String session = introduce();
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", ANYTHING, call -> {
            var unused = call.cancelled().thenRun(() -> cancelled.complete(null));
            return later(new CompletableFuture<>());
        }));
        RecordedReply call = call(session, "slow", "{\"progressToken\":\"p\"}");
        int id = asked.get();
        await().until(() ->
                gateway.get().providers().stream().anyMatch(it -> it.load().inFlight() > 0));

        RecordedReply cancel = post(
                Optional.of(session),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");

        assertThat(cancel.awaitStatus()).isEqualTo(202);
        cancelled.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        call.ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(call.messages()).isEmpty();
    }

    @Test
    void M044_what_the_agent_is_asked_comes_on_the_stream_of_the_call_that_it_waits_for() throws Exception {
        SessionUser user = SessionUser.create(clock::nanos);
        faces.close();
        faces = faces(at(user));
        String session = introduceWith("{\"elicitation\":{\"form\":{}}}");
        settle();
        CompletableFuture<String> answer = new CompletableFuture<>();
        attach(Provider.named("ci").tool("deploy", "Deploys", ANYTHING, call -> later(answer)));
        RecordedReply call = call(session, "deploy");
        await().until(user::isPresent);

        Asked<UserAnswer> asked = user.ask(new UserQuestion(new ProviderName("ci"), "Where to?", List.of(), false));

        assertThat(call.isStream()).isTrue();
        JsonValue sent = RecordedReply.parsed(call.messages().get(0));
        assertThat(sent.get("method")).contains(JsonValue.of("elicitation/create"));
        RecordedReply reply = post(
                Optional.of(session),
                "{\"jsonrpc\":\"2.0\",\"id\":" + sent.get("id").orElseThrow().json()
                        + ",\"result\":{\"action\":\"accept\",\"content\":{\"answer\":\"test\"}}}");
        assertThat(reply.awaitStatus()).isEqualTo(202);
        assertThat(asked.answer().toCompletableFuture().getNow(null))
                .isEqualTo(new UserAnswer.Given(JsonValue.of("test"), "in The Agent"));
        answer.complete("done");
        assertThat(call.awaitAnswer().json()).contains("done");
        await().until(() -> !user.isPresent());
    }

    @Test
    void M015_what_a_session_followed_is_followed_when_it_is_opened_anew() throws Exception {
        Queue<String> subscribed = new ConcurrentLinkedQueue<>();
        String session = introduce();
        settle();
        offerNotes(subscribed);
        await().until(() ->
                ask(session, "resources/list", "{}").awaitAnswer().json().contains("notes://1"));
        ask(session, "resources/subscribe", "{\"uri\":\"notes://1\"}").awaitAnswer();
        assertThat(subscribed).containsExactly("notes://1");
        await().until(() -> {
            clock.advance(HttpFaces.LOOK);
            return gateway.get().sessions().isEmpty();
        });

        assertThat(ask(session, "ping", "{}").awaitStatus()).isEqualTo(200);
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

    /**
     * A hundred at a time, each of which listens and uses a tool; half of them are ended, the others left. What is left
     * after the first hundred is left for good. The provider is the same for all of them: how those were called that
     * have gone is remembered on purpose, up to a limit.
     */
    @Test
    @ThoroughOnly("It measures the heap.")
    void M015_a_thousand_sessions_that_were_ended_or_left_leave_nothing() throws Exception {
        SessionId home = new SessionId("home");
        gateway.get()
                .openSession(SessionInfo.of(home.value(), "Home", Path.of("/code")), SessionHost.ignoringEverything());
        LocalProviderTransport.to(gateway.get())
                .attachToAll(home, tool("greet", "Hello").build())
                .whenBound()
                .toCompletableFuture()
                .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        hundredSessionsLeft();
        long before = heap();

        for (int hundreds = 0; hundreds < 10; hundreds++) {
            hundredSessionsLeft();
        }

        assertThat(heap()).isLessThan(before + before / 20);
    }

    private void hundredSessionsLeft() throws Exception {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < McpLimit.SESSIONS.most(); i++) {
            String session = introduce();
            sessions.add(session);
            listen(session, Optional.empty());
            ask(session, "logging/setLevel", "{\"level\":\"debug\"}").awaitAnswer();
        }
        await().until(() -> gateway.get().sessions().size() == 1 + McpLimit.SESSIONS.most());
        for (String session : sessions) {
            assertThat(call(session, "greet", "{\"progressToken\":1}")
                            .awaitAnswer()
                            .json())
                    .contains("Hello");
        }
        for (int i = 0; i < sessions.size(); i += 2) {
            serve("DELETE", "claude", head(Optional.of(sessions.get(i)), Optional.empty()), "")
                    .awaitStatus();
        }
        listeners.forEach(faces::lost);
        listeners.clear();
        await().until(() -> {
            clock.advance(HttpFaces.LOOK);
            return gateway.get().sessions().size() == 1;
        });
    }

    /** What is in use once all garbage is gone, in bytes. */
    private static long heap() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void M017_what_is_no_message_is_refused_in_json() throws Exception {
        String session = introduce();

        RecordedReply batch = post(Optional.of(session), "[" + message("ping", "{}") + "]");

        assertThat(batch.awaitStatus()).isEqualTo(400);
        assertThat(batch.body()).contains("-32600", "Batches are not served");
        assertThat(post(Optional.of(session), "{").body()).contains("-32700");
        assertThat(ask(session, "unheard/of", "{}").body()).contains("-32601");
    }

    private HttpFaces faces() {
        return faces((info, host) -> gateway.get().openSession(info, host));
    }

    private HttpFaces faces(GatewayAccess access) {
        return new HttpFaces(FaceSettings.standard("1"), KEY, access, clock, Duration.ofSeconds(DEADLINE_SECONDS));
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

    private String introduce() throws Exception {
        return introduceAs("The Agent", NEWEST);
    }

    private String introduceAs(String name, String revision) throws Exception {
        return introduced(introduction(name, revision, "{}"));
    }

    private String introduceWith(String capabilities) throws Exception {
        return introduced(introduction("The Agent", NEWEST, capabilities));
    }

    private String introduced(String introduction) throws Exception {
        RecordedReply welcome = post(Optional.empty(), introduction);
        assertThat(welcome.awaitStatus()).isEqualTo(200);
        String session = welcome.header(HttpFaces.SESSION);
        RecordedReply ready =
                post(Optional.of(session), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(ready.awaitStatus()).isEqualTo(202);
        return session;
    }

    private String introduction(String name, String revision) {
        return introduction(name, revision, "{}");
    }

    private String introduction(String name, String revision, String capabilities) {
        return message(
                "initialize",
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities
                        + ",\"clientInfo\":{\"name\":\"" + name + "\",\"version\":\"1\"}}");
    }

    private RecordedReply ask(String session, String method, String params) {
        return post(Optional.of(session), message(method, params));
    }

    private RecordedReply call(String session, String tool) {
        return call(session, tool, "{}");
    }

    private RecordedReply call(String session, String tool, String meta) {
        return ask(session, "tools/call", "{\"name\":\"" + tool + "\",\"_meta\":" + meta + "}");
    }

    private RecordedReply post(Optional<String> session, String body) {
        return serve("POST", "claude", head(session, Optional.empty()), body);
    }

    private RecordedReply listen(String session, Optional<String> lastEvent) {
        RecordedReply reply = serve("GET", "claude", head(Optional.of(session), lastEvent), "");
        listeners.add(reply);
        return reply;
    }

    private RecordedReply serve(String method, String owner, HttpHead head, String body) {
        RecordedReply reply = new RecordedReply();
        faces.serve(new HttpAsk(owner, "shop", method, head, body), reply);
        return reply;
    }

    private static HttpHead head(Optional<String> session, Optional<String> lastEvent) {
        return new HttpHead(
                List.of("*/*"), Optional.of("application/json"), List.of(), session, lastEvent, List.of(), List.of());
    }

    private String message(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + asked.incrementAndGet() + ",\"method\":\"" + method + "\",\"params\":"
                + params + "}";
    }

    private SessionView session() {
        await().until(() -> gateway.get().sessions().size() == 1);
        return gateway.get().sessions().get(0);
    }

    /** The session is open, and those who join by themselves have had their time. */
    private void settle() {
        await().until(() -> gateway.get().sessions().size() == 1 && clock.pending() == 2);
        clock.advance(ProviderArrivals.GRACE);
    }

    private BoundProvider attach(ProviderBuilder provider) throws Exception {
        BoundProvider bound =
                LocalProviderTransport.attach(gateway.get(), session().info().id(), provider.build());
        bound.whenBound().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return bound;
    }

    /** What is answered in a while. */
    private static CompletionStage<String> later(CompletableFuture<String> answer) {
        return answer;
    }

    private static ProviderBuilder tool(String name, String answer) {
        return Provider.named("ci").tool(name, "Says something", ANYTHING, call -> answer);
    }
}
