package io.tapgateway.mcp.protocol;

import static io.tapgateway.mcp.protocol.Clients.answer;
import static io.tapgateway.mcp.protocol.Clients.initialize;
import static io.tapgateway.mcp.protocol.Clients.notification;
import static io.tapgateway.mcp.protocol.Clients.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of the revision without a handshake, each of which says by itself what has to be known of its client. */
class StandingAloneTest {
    private static final String SELF =
            "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"server\",\"title\":\"A server\",\"version\":\"1\"}}";
    private static final String FORMS = "{\"elicitation\":{}}";

    private final ServerConnection connection = new ServerConnection(Clients.PROFILE);

    @Test
    void M001_a_request_without_a_handshake_is_served_and_says_who_asks() {
        Reaction.Serve served = (Reaction.Serve) connection.receive(request("1", "tools/list", params("", FORMS)));

        assertThat(served.ask()).isEqualTo(new ClientAsk.ListTools(Optional.empty()));
        assertThat(served.client()).isEqualTo(new ClientInfo("the-agent", Optional.of("The Agent")));
        assertThat(connection.abilities(served.request()).forms()).isTrue();
        assertThat(connection.abilities().forms()).isFalse();
    }

    @Test
    void M001_what_one_request_says_means_nothing_for_the_next() {
        OpenRequest first = begin("1", "tools/call", params("\"name\":\"greet\"", FORMS));
        OpenRequest second = begin("2", "tools/call", params("\"name\":\"greet\"", "{}"));

        assertThat(connection.abilities(first).forms()).isTrue();
        assertThat(connection.abilities(second).forms()).isFalse();
    }

    @Test
    void M002_a_server_tells_by_which_revisions_a_request_may_be_judged() {
        assertThat(answer(connection, request("\"d\"", "server/discover", params("", "{}"))))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                                + "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true,\"listChanged\":true},"
                                + "\"prompts\":{\"listChanged\":true},\"logging\":{},\"completions\":{}},\"instructions\":\"Be kind.\","
                                + "\"ttlMs\":0,\"cacheScope\":\"private\"," + SELF + "}}");
    }

    @Test
    void M002_who_has_only_looked_may_still_begin_with_a_handshake() {
        answer(connection, request("1", "server/discover", params("", "{}")));

        assertThat(connection.receive(initialize("2025-11-25"))).isInstanceOf(Reaction.Welcome.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2027-01-01", "2025-11-25", "v999.0.0", ""})
    void M002_a_request_by_another_revision_is_refused_with_those_that_are_served(String revision) {
        Reaction.Reject refused =
                (Reaction.Reject) connection.receive(request("1", "tools/list", params(revision, "", "{}")));

        assertThat(refused.refusal().status()).isEqualTo(400);
        assertThat(refused.refusal().text())
                .contains(
                        "\"code\":-32022",
                        "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"" + revision + "\"}");
    }

    @Test
    void G014_a_client_that_would_miss_news_is_led_to_the_handshake_unless_that_is_turned_off() {
        String discover = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"claude-code\",\"version\":\"2\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";

        assertThat(answer(connection, request("1", "server/discover", discover)))
                .contains("\"code\":-32601");
        assertThat(connection.receive(initialize("2025-11-25"))).isInstanceOf(Reaction.Welcome.class);
        ServerProfile insists = new ServerProfile("server", "A server", "1", "Be kind.", false);
        assertThat(answer(new ServerConnection(insists), request("1", "server/discover", discover)))
                .contains("\"supportedVersions\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | /params/_meta",
                "{\"_meta\":{}} | /params/_meta/io.modelcontextprotocol~1protocolVersion",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"
                        + " | /params/_meta/io.modelcontextprotocol~1clientCapabilities"
            })
    void M001_a_request_that_does_not_say_who_asks_is_refused(String params, String pointer) {
        Reaction.Reject refused = (Reaction.Reject)
                ServerConnection.ofRequests(Clients.PROFILE).receive(request("7", "tools/list", params));

        assertThat(refused.refusal().status()).isEqualTo(400);
        assertThat(refused.refusal().text())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":7,")
                .contains("\"code\":-32602", "\"pointer\":\"" + pointer + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "initialize",
                "ping",
                "logging/setLevel",
                "resources/subscribe",
                "resources/unsubscribe",
                "unheard/of"
            })
    void M001_what_the_handshake_had_is_unknown_without_it(String method) {
        Reaction.Reject refused = (Reaction.Reject) connection.receive(request("1", method, params("", "{}")));

        assertThat(refused.refusal().status()).isEqualTo(404);
        assertThat(refused.refusal().text()).contains("\"code\":-32601");
    }

    @Test
    void M001_after_a_handshake_all_requests_are_those_of_its_connection() {
        ServerConnection met = Clients.ready();

        assertThat(answer(met, request("1", "ping", params("", "{}")))).contains("\"result\":{}");
        assertThat(answer(met, request("2", "server/discover", params("", "{}"))))
                .contains("\"code\":-32601");
    }

    @Test
    void M003_the_ids_of_several_clients_mean_nothing_to_each_other() {
        ServerConnection shared = ServerConnection.ofRequests(Clients.PROFILE);

        OpenRequest one = ((Reaction.Serve) shared.receive(request("1", "tools/list", params("", "{}")))).request();
        OpenRequest other = ((Reaction.Serve) shared.receive(request("1", "tools/list", params("", "{}")))).request();

        assertThat(shared.receive(notification("notifications/cancelled", "{\"requestId\":1}")))
                .isInstanceOf(Reaction.Ignore.class);
        assertThat(shared.end(one)).isTrue();
        assertThat(shared.isOpen(other)).isTrue();
    }

    @Test
    void M001_an_answer_says_who_gives_it_and_for_how_long_it_is_good() {
        OpenRequest list = begin("1", "tools/list", params("", "{}"));
        OpenRequest call = begin("2", "tools/call", params("\"name\":\"greet\"", "{}"));
        JsonValue failed = JsonValue.of(Map.of("content", List.of(), "_meta", Map.of("ours", 1)));

        assertThat(RpcAnswer.of(JsonValue.of(Map.of("tools", List.of()))).text(list))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,"
                                + "\"cacheScope\":\"private\"," + SELF + "}}");
        assertThat(RpcAnswer.of(failed).text(call))
                .contains("\"resultType\":\"complete\"", "\"ours\":1", "serverInfo")
                .doesNotContain("ttlMs");
        assertThat(RpcAnswer.refusing(RpcError.noSuchResource()).text(call)).contains("\"code\":-32602");
    }

    @Test
    void M001_answers_behind_a_handshake_are_as_they_were() {
        ServerConnection met = Clients.ready();
        OpenRequest call = Clients.call(met, "1", "{}");

        assertThat(RpcAnswer.of(JsonValue.EMPTY_OBJECT).text(call))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
        assertThat(RpcAnswer.refusing(RpcError.noSuchResource()).text(call)).contains("\"code\":-32002");
    }

    @Test
    void M022_who_listens_is_told_so_first_and_then_what_it_wanted_to_hear_on_its_way() {
        OpenRequest listening = begin(
                "\"l\"",
                "subscriptions/listen",
                params("\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a://1\"]}", "{}"));
        assertThat(connection.changed(ListChange.TOOLS)).isEmpty();

        assertThat(connection.listen(listening, new NewsFilter(Set.of(ListChange.TOOLS), Set.of("a://1"))))
                .contains("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":"
                        + "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"l\"},\"notifications\":"
                        + "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a://1\"]}}}");

        assertThat(connection.changed(ListChange.TOOLS))
                .containsExactly(new ServerConnection.Said(
                        Optional.of(listening),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":"
                                + "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"l\"}}}"));
        assertThat(connection.changed(ListChange.PROMPTS)).isEmpty();
        assertThat(connection.resourceUpdated("a://1"))
                .singleElement()
                .extracting(ServerConnection.Said::text)
                .asString()
                .endsWith(
                        "\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"l\"},\"uri\":\"a://1\"}}");
        assertThat(connection.resourceUpdated("a://2")).isEmpty();
    }

    @Test
    void M022_who_listens_keeps_nobody_busy_and_is_told_when_the_server_goes() {
        OpenRequest listening = begin("5", "subscriptions/listen", params("\"notifications\":{}", "{}"));
        assertThat(connection.listen(listening, new NewsFilter(Set.of(), Set.of())))
                .isPresent();

        assertThat(connection.isBusy()).isFalse();
        assertThat(connection.farewell())
                .containsExactly(new ServerConnection.Said(
                        Optional.of(listening),
                        "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"resultType\":\"complete\",\"_meta\":"
                                + "{\"io.modelcontextprotocol/subscriptionId\":5,\"io.modelcontextprotocol/serverInfo\":"
                                + "{\"name\":\"server\",\"title\":\"A server\",\"version\":\"1\"}}}}"));
        assertThat(connection.changed(ListChange.TOOLS)).isEmpty();
    }

    @Test
    void M022_who_does_not_listen_any_more_hears_nothing() {
        OpenRequest listening =
                begin("5", "subscriptions/listen", params("\"notifications\":{\"toolsListChanged\":true}", "{}"));

        assertThat(connection.receive(notification("notifications/cancelled", "{\"requestId\":5}")))
                .isEqualTo(new Reaction.Cancel(listening));
        assertThat(connection.listen(listening, new NewsFilter(Set.of(ListChange.TOOLS), Set.of())))
                .isEmpty();
    }

    @Test
    void M042_lines_go_along_with_the_requests_that_want_them_and_with_no_others() {
        begin("1", "tools/call", params("\"name\":\"greet\"", "{}"));
        OpenRequest wanting =
                begin("2", "tools/call", meta("\"name\":\"greet\"", "\"io.modelcontextprotocol/logLevel\":\"info\""));

        assertThat(connection.log(McpLogLevel.DEBUG, "ci", "a")).isEmpty();
        assertThat(connection.log(McpLogLevel.WARNING, "ci", "b"))
                .containsExactly(new ServerConnection.Said(
                        Optional.of(wanting),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                                + "{\"level\":\"warning\",\"logger\":\"ci\",\"data\":\"b\"}}"));
    }

    @Test
    void M068_a_question_is_what_a_request_is_answered_with() {
        OpenRequest call = begin("3", "tools/call", params("\"name\":\"greet\"", FORMS));

        ServerRequest question =
                connection.elicit("Who?", JsonValue.EMPTY_OBJECT).orElseThrow();

        assertThat(RpcText.asking(call, List.of(question), "s"))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":"
                                + "{\"1\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\",\"requestedSchema\":{}}}},"
                                + "\"requestState\":\"s\"," + SELF + "}}");
        assertThat(connection.giveUp(question.number())).isEmpty();
    }

    @Test
    void M068_a_request_that_is_made_again_says_what_it_was_and_what_was_answered() {
        Reaction.Serve again = (Reaction.Serve) connection.receive(request(
                "4",
                "tools/call",
                params(
                        "\"name\":\"greet\",\"requestState\":\"s\",\"inputResponses\":{\"1\":{\"action\":\"decline\"}}",
                        FORMS)));

        assertThat(again.ask().meta().retry())
                .contains(new Retry("s", Map.of("1", JsonValue.of(Map.of("action", "decline")))));
        assertThat(again.ask().what())
                .isEqualTo(((Reaction.Serve)
                                connection.receive(request("5", "tools/call", params("\"name\":\"greet\"", "{}"))))
                        .ask()
                        .what());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null | /params/inputResponses",
                "7 | /params/inputResponses",
                "{\"1\":7} | /params/inputResponses/1",
            })
    void M068_what_is_no_answer_is_refused(String answers, String pointer) {
        assertThat(answer(
                        connection,
                        request("4", "tools/call", params("\"name\":\"greet\",\"inputResponses\":" + answers, FORMS))))
                .contains("\"code\":-32602", "\"pointer\":\"" + pointer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tools/list | 2026-07-28 | tools/list | | ",
                "tools/list | | tools/list | | MCP-Protocol-Version",
                "tools/list | 2025-11-25 | tools/list | | MCP-Protocol-Version",
                "tools/list | 2026-07-28 | | | Mcp-Method",
                "tools/list | 2026-07-28 | TOOLS/LIST | | Mcp-Method",
                "tools/call | 2026-07-28 | tools/call | greet | ",
                "tools/call | 2026-07-28 | tools/call | | Mcp-Name",
                "tools/call | 2026-07-28 | tools/call | Greet | Mcp-Name",
                "tools/call | 2026-07-28 | tools/call | =?base64?Z3JlZXQ=?= | ",
                "tools/call | 2026-07-28 | tools/call | =?base64?Z3?= | Mcp-Name",
                "tools/call | 2026-07-28 | tools/call | =?base64?/w==?= | Mcp-Name"
            })
    void M017_the_head_says_what_the_message_says(
            String method, String revision, String headMethod, String name, String wrong) {
        HttpHead head = new HttpHead(
                List.of(),
                Optional.of("application/json"),
                list(revision),
                Optional.empty(),
                Optional.empty(),
                list(headMethod),
                list(name));
        RpcMessage message = request("8", method, params("\"name\":\"greet\"", "{}"));

        assertThat(head.standsAlone(message)).isTrue();
        Optional<HttpRefusal> refusal = head.mismatch(message);
        assertThat(refusal.isPresent()).isEqualTo(wrong != null);
        refusal.ifPresent(it -> {
            assertThat(it.status()).isEqualTo(400);
            assertThat(it.text()).contains("\"id\":8", "\"code\":-32020", String.valueOf(wrong));
        });
    }

    private static List<String> list(String value) {
        return Optional.ofNullable(value).map(List::of).orElse(List.of());
    }

    private OpenRequest begin(String id, String method, String params) {
        return ((Reaction.Serve) connection.receive(request(id, method, params))).request();
    }

    private static String params(String members, String capabilities) {
        return params("2026-07-28", members, capabilities);
    }

    private static String params(String revision, String members, String capabilities) {
        return meta(revision, members, capabilities, "");
    }

    private static String meta(String members, String more) {
        return meta("2026-07-28", members, "{}", "," + more);
    }

    private static String meta(String revision, String members, String capabilities, String more) {
        return "{" + (members.isEmpty() ? "" : members + ",")
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + revision + "\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"the-agent\",\"title\":\"The Agent\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":" + capabilities + more + "}}";
    }
}
