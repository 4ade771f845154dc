package io.tapgateway.mcp.provider;

import static io.tapgateway.mcp.provider.ScriptedServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.ElicitationAnswer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers of the revision without a handshake, as providers (M-001). */
class StandingAloneServerTest {
    private static final String DISCOVERED = "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}},\"ttlMs\":0,\"cacheScope\":\"private\"}";
    private static final String ASKING = "{\"resultType\":\"input_required\",\"requestState\":\"s\",\"inputRequests\":"
            + "{\"who\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\",\"requestedSchema\":{}}}}}";
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

    private final Servers servers = new Servers();
    private final List<Question> asked = new CopyOnWriteArrayList<>();

    private volatile String[] tools = {tool("greet", "Greets")};

    @AfterEach
    void close() {
        servers.close();
    }

    /** Something that a person is asked. Thread-safe. */
    private static final class Question implements Elicited {
        private final CompletableFuture<ElicitationAnswer> answer = new CompletableFuture<>();
        private volatile boolean withdrawn;

        @Override
        public CompletionStage<ElicitationAnswer> answer() {
            return answer;
        }

        @Override
        public void withdraw() {
            withdrawn = true;
        }
    }

    private void serve(ScriptedServer server, JsonValue message) {
        switch (ScriptedServer.method(message)) {
            case "initialize" ->
                server.says("{\"jsonrpc\":\"2.0\",\"id\":"
                        + message.get("id").orElseThrow().json()
                        + ",\"error\":{\"code\":-32022,\"message\":\"No\",\"data\":{\"supported\":[\"2026-07-28\"]}}}");
            case "server/discover" -> server.answers(message, DISCOVERED);
            case "subscriptions/listen" -> server.notifies(ACKNOWLEDGED, "{}");
            case "tools/list" -> server.answers(message, "{\"tools\":[" + String.join(",", tools) + "]}");
            case "resources/list" ->
                server.answers(message, "{\"resources\":[{\"uri\":\"file:///readme\",\"name\":\"readme\"}]}");
            default -> {}
        }
    }

    private void askPerson() {
        servers.person = what -> {
            Question question = new Question();
            asked.add(question);
            return question;
        };
    }

    private CallHandle call() {
        CallHandle call = servers.call("files_greet");
        servers.until(() -> calls().size() == 1);
        return call;
    }

    private List<JsonValue> calls() {
        return servers.newest().heard("tools/call");
    }

    @Test
    void M001_a_server_without_a_handshake_is_a_provider() throws Exception {
        servers.ready(this::serve);
        CallHandle call = call();

        servers.newest()
                .answers(
                        calls().get(0),
                        "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}");

        assertThat(servers.text(call)).isEqualTo("hi");
        assertThat(servers.newest().heard("notifications/initialized")).isEmpty();
    }

    @Test
    void M022_its_tools_are_looked_at_again_when_it_says_so() {
        servers.ready(this::serve);
        tools = new String[] {};

        servers.announceChange(1);

        servers.until(() -> servers.tools().isEmpty());
        assertThat(servers.newest().heard("subscriptions/listen")).hasSize(1);
    }

    @Test
    void M041_who_follows_a_resource_listens_to_its_news_as_well() throws Exception {
        servers.ready(this::serve);
        servers.until(() -> !servers.session.offerings().isEmpty());

        CallHandle followed = servers.session.startCall(
                OfferingUse.SUBSCRIBE.tool(),
                JsonValue.of(Map.of("server", "files", "uri", "file:///readme")),
                CallOptions.NONE);

        assertThat(Servers.outcome(followed).ok()).isTrue();
        servers.until(() -> servers.newest().heard("subscriptions/listen").size() == 2);
        assertThat(servers.newest().heard("subscriptions/listen").get(1).json())
                .contains("\"toolsListChanged\":true", "\"resourceSubscriptions\":[\"file:///readme\"]");
        assertThat(servers.newest().heard("resources/subscribe")).isEmpty();
    }

    @Test
    void M068_what_it_wants_to_know_is_asked_and_the_call_made_again() throws Exception {
        askPerson();
        servers.ready(this::serve);
        CallHandle call = call();
        servers.newest().answers(calls().get(0), ASKING);
        servers.until(() -> asked.size() == 1);

        asked.get(0).answer.complete(ElicitationAnswer.of(JsonValue.of(Map.of("name", "Ada"))));

        servers.until(() -> calls().size() == 2);
        assertThat(calls().get(1).json())
                .contains("\"requestState\":\"s\"", "\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
        servers.newest().answersText(calls().get(1), "hi Ada");
        assertThat(servers.text(call)).isEqualTo("hi Ada");
    }

    @Test
    void M023_what_a_caller_adds_goes_with_the_call_when_it_is_made_again_too() {
        askPerson();
        servers.ready(this::serve);
        servers.session.startCall(
                "files_greet",
                JsonValue.EMPTY_OBJECT,
                CallOptions.NONE.adding(JsonValue.of(Map.of("com.example/who", 7))));
        servers.until(() -> calls().size() == 1);
        servers.newest().answers(calls().get(0), ASKING);
        servers.until(() -> asked.size() == 1);

        asked.get(0).answer.complete(ElicitationAnswer.of(JsonValue.of(Map.of("name", "Ada"))));

        servers.until(() -> calls().size() == 2);
        assertThat(calls()).allSatisfy(it -> assertThat(it.json()).contains("\"com.example/who\":7"));
    }

    @Test
    void M065_who_cancels_the_call_takes_the_question_back() throws Exception {
        askPerson();
        servers.ready(this::serve);
        CallHandle call = call();
        servers.newest().answers(calls().get(0), ASKING);
        servers.until(() -> asked.size() == 1);

        call.cancel();

        servers.until(() -> asked.get(0).withdrawn);
        asked.get(0).answer.complete(ElicitationAnswer.ACCEPTED);
        assertThat(Servers.outcome(call).toString()).containsIgnoringCase("cancel");
        assertThat(calls()).hasSize(1);
    }

    @Test
    void M017_over_http_heads_say_what_messages_say_and_nobody_has_a_session() throws Exception {
        List<String> names = new CopyOnWriteArrayList<>();
        try (ScriptedAddress web = new ScriptedAddress()) {
            web.on("server/discover", asking -> asking.answers(DISCOVERED))
                    .on(
                            "subscriptions/listen",
                            asking -> asking.streams(
                                    "data: {\"jsonrpc\":\"2.0\",\"method\":\"" + ACKNOWLEDGED + "\"}\n\n"))
                    .on("tools/call", asking -> {
                        names.add(asking.exchange().getRequestHeaders().getFirst("Mcp-Name"));
                        assertThat(asking.exchange().getRequestHeaders()).doesNotContainKey("Mcp-session-id");
                        asking.answers(ScriptedAddress.Asked.content("hi"));
                    });
            McpServer server = servers.startAt(web.uri(), Map.of());
            servers.until(() -> server.view().state() == McpServerView.State.READY);

            assertThat(servers.text(servers.call("files_say"))).isEqualTo("hi");

            assertThat(names).containsExactly("say");
            assertThat(web.handshakes).hasValue(0);
            assertThat(web.goodbyes).hasValue(0);
        }
    }

    @Test
    void M001_over_http_a_server_that_refuses_the_question_for_its_head_is_met_by_no_handshake() {
        try (ScriptedAddress web = new ScriptedAddress()) {
            web.on("server/discover", asking -> refuse(asking, 400));

            McpServer server = servers.startAt(web.uri(), Map.of());

            servers.until(() -> server.view().problem().contains("it does not say what it speaks: No"));
            assertThat(web.handshakes).hasValue(0);
        }
    }

    private static String marked(String name, String header) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{"
                + "\"type\":\"string\",\"x-mcp-header\":\"" + header + "\"}}}}";
    }

    @Test
    void M070_over_http_heads_repeat_what_tools_mark_and_a_tool_that_marks_it_wrongly_is_left_out() throws Exception {
        List<String> repeated = new CopyOnWriteArrayList<>();
        try (ScriptedAddress web = new ScriptedAddress()) {
            web.on("server/discover", asking -> asking.answers(DISCOVERED))
                    .on(
                            "tools/list",
                            asking -> asking.answers(
                                    "{\"tools\":[" + marked("good", "Text") + "," + marked("bad", "My Text") + "]}"))
                    .on("tools/call", asking -> {
                        repeated.add(asking.exchange().getRequestHeaders().getFirst("Mcp-Param-Text"));
                        asking.answers(ScriptedAddress.Asked.content("hi"));
                    });
            McpServer server = servers.startAt(web.uri(), Map.of());
            servers.until(() -> server.view().state() == McpServerView.State.READY);

            assertThat(servers.text(servers.call("files_good", "grüß"))).isEqualTo("hi");

            assertThat(repeated).containsExactly("=?base64?Z3LDvMOf?=");
            assertThat(servers.tools()).containsExactly("files_good");
            assertThat(server.view().leftOut())
                    .containsExactly(
                            Map.entry(
                                    "bad",
                                    "/inputSchema/properties/text: is marked for a header with a name that no header can have"));
        }
    }

    @Test
    void M070_where_there_are_no_heads_marks_mean_nothing() {
        servers.ready((it, message) -> {
            if (ScriptedServer.method(message).equals("tools/list")) {
                it.answers(message, "{\"tools\":[" + marked("bad", "My Text") + "]}");
            } else {
                serve(it, message);
            }
        });

        assertThat(servers.tools()).containsExactly("files_bad");
    }

    private static void refuse(ScriptedAddress.Asked asked, int status) throws IOException {
        byte[] body = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"No\"}}"
                .getBytes(StandardCharsets.UTF_8);
        asked.exchange().getResponseHeaders().set("Content-Type", "application/json");
        asked.exchange().sendResponseHeaders(status, body.length);
        asked.exchange().getResponseBody().write(body);
        asked.exchange().close();
    }
}
