package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.TraceParent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientConnectionTest {
    private static final String FORM = "{\"message\":\"Who?\",\"requestedSchema\":{}}";

    private static final ClientProfile PROFILE = new ClientProfile(
            "tapgateway", "Tap Gateway", "1", Optional.of(new ClientProfile.Root("file:///code", "code")));
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final int SEEDS = 200;
    private static final int STEPS = 300;

    private final ClientConnection connection = new ClientConnection(PROFILE);

    private static ServerNews receive(ClientConnection connection, String text) {
        return connection.receive(RpcMessage.read(text));
    }

    private static String result(long id, String value) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + value + "}";
    }

    private static String error(long id, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32603,\"message\":\"" + message + "\"}}";
    }

    private static ServerNews meet(ClientConnection connection, String revision) {
        assertThat(connection.begin(ClientConnection.Opening.HANDSHAKE)).contains("\"id\":0,\"method\":\"initialize\"");
        return receive(
                connection,
                result(
                        0,
                        "{\"protocolVersion\":\"" + revision
                                + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\"}}"));
    }

    private ServerNews receive(String text) {
        return receive(connection, text);
    }

    private void meet() {
        assertThat(meet(connection, "2025-11-25")).isInstanceOf(ServerNews.Met.class);
    }

    private ClientCall call() {
        return connection
                .call("greet", JsonValue.EMPTY_OBJECT, Optional.empty(), Optional.empty())
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"2024-11-05,R2024_11_05", "2025-03-26,R2024_11_05", "2025-06-18,R2025_06_18", "2025-11-25,R2025_11_25"})
    void M001_a_server_may_choose_any_revision_that_is_known(String chosen, McpRevision revision) {
        ServerNews news = meet(connection, chosen);

        assertThat(news)
                .isEqualTo(new ServerNews.Met(
                        List.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"),
                        new ServerInfo("s", Optional.empty(), revision, Set.of(ServerList.TOOLS), false, false)));
    }

    @Test
    void M002_with_any_other_revision_nobody_goes_on() {
        assertThat(meet(connection, "yesterday")).isInstanceOf(ServerNews.Broken.class);
    }

    @Test
    void a_server_that_cannot_be_met_or_answers_nonsense_is_broken() {
        connection.begin(ClientConnection.Opening.HANDSHAKE);
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"message\":\"gone\"}}"))
                .isEqualTo(new ServerNews.Broken("it refuses the handshake: gone"));

        ClientConnection other = new ClientConnection(PROFILE);
        other.begin(ClientConnection.Opening.HANDSHAKE);
        assertThat(receive(other, result(0, "[]"))).isInstanceOf(ServerNews.Broken.class);
    }

    @Test
    void nothing_is_asked_before_the_handshake() {
        assertThat(connection.list(ServerList.TOOLS)).isEmpty();
        assertThat(connection.call("greet", JsonValue.EMPTY_OBJECT, Optional.empty(), Optional.empty()))
                .isEmpty();
    }

    @Test
    void M066_a_list_is_complete_with_its_last_page_and_one_at_a_time_is_asked_for() {
        meet();

        assertThat(connection.list(ServerList.TOOLS))
                .contains("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}");
        assertThat(connection.list(ServerList.TOOLS)).isEmpty();
        assertThat(receive(result(1, "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\"}")))
                .isEqualTo(new ServerNews.Reply(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}}"));
        ServerNews.Listed tools = (ServerNews.Listed) receive(result(2, "{\"tools\":[{\"name\":\"b\"}]}"));
        assertThat(tools.definitions()).hasSize(2);
        assertThat(tools.cut()).isFalse();
        assertThat(connection.list(ServerList.TOOLS)).isPresent();
        assertThat(receive(error(3, "no"))).isEqualTo(new ServerNews.NotListed(ServerList.TOOLS, "no"));
        assertThat(connection.list(ServerList.TOOLS)).isPresent();
    }

    @Test
    void M005_a_list_without_end_ends() {
        meet();
        connection.list(ServerList.TOOLS);
        int page = 1;
        ServerNews news = receive(result(page, "{\"tools\":[],\"nextCursor\":\"x\"}"));
        while (news instanceof ServerNews.Reply) {
            page++;
            news = receive(result(page, "{\"tools\":[],\"nextCursor\":\"x\"}"));
        }

        assertThat(page).isEqualTo(McpLimit.PAGES_LISTED.most());
        assertThat(news).isEqualTo(new ServerNews.Listed(ServerList.TOOLS, List.of(), true));
    }

    @Test
    void M005_a_list_has_so_many_tools_at_most() {
        meet();
        connection.list(ServerList.TOOLS);
        List<String> many = new ArrayList<>();
        for (int i = 0; i <= McpLimit.LISTED.most(); i++) {
            many.add("{}");
        }

        ServerNews.Listed tools =
                (ServerNews.Listed) receive(result(1, "{\"tools\":[" + String.join(",", many) + "]}"));

        assertThat(tools.definitions()).hasSize(McpLimit.LISTED.most());
        assertThat(tools.cut()).isTrue();
    }

    @Test
    void M065_a_call_says_its_trace_and_what_its_reports_are_marked_with() {
        meet();

        assertThat(connection
                        .call(
                                "greet",
                                JsonValue.object(Map.of("a", JsonValue.of(1))),
                                Optional.of(new TraceParent(TRACE)),
                                Optional.empty())
                        .orElseThrow()
                        .text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"greet\","
                        + "\"arguments\":{\"a\":1},\"_meta\":{\"progressToken\":1,\"traceparent\":\"" + TRACE
                        + "\"}}}");
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,"
                        + "\"progress\":1,\"message\":\"half\"}}"))
                .isEqualTo(new ServerNews.Progress(1, "half", Optional.of(ProgressAmount.of(1))));
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7,"
                        + "\"progress\":1}}"))
                .isInstanceOf(ServerNews.Nothing.class);
    }

    @Test
    void M023_what_a_caller_adds_goes_with_its_call_but_never_in_the_place_of_what_the_connection_says() {
        meet();
        JsonValue added = JsonValue.of(Map.of(
                "progressToken", 7, "traceparent", "mine", "io.modelcontextprotocol/logLevel", "debug", "who", "Ada"));

        ClientCall untraced = connection
                .call(
                        "greet",
                        JsonValue.EMPTY_OBJECT,
                        Optional.empty(),
                        Optional.of(JsonValue.of(Map.of("tracestate", "a=b"))))
                .orElseThrow();
        ClientCall traced = connection
                .call("greet", JsonValue.EMPTY_OBJECT, Optional.of(new TraceParent(TRACE)), Optional.of(added))
                .orElseThrow();

        assertThat(untraced.text()).endsWith("\"_meta\":{\"progressToken\":1}}}");
        assertThat(traced.text())
                .endsWith("\"_meta\":{\"progressToken\":2,\"traceparent\":\"" + TRACE + "\",\"who\":\"Ada\"}}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "progress":3,"total":10                | 3 of 10
            "progress":0.25                        | 0.25
            "progress":1e999,"message":"x"         | ``
            "progress":"3","message":"x"           | ``
            "progress":3,"total":"?","message":"x" | ``
            """)
    void M023_a_report_says_how_far_a_call_is_as_far_as_that_is_a_number(String members, String amount) {
        meet();
        call();

        ServerNews.Progress report =
                (ServerNews.Progress) receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                        + "{\"progressToken\":1," + members + "}}");

        assertThat(report.amount().map(ProgressAmount::toString).orElse("")).isEqualTo(amount);
        assertThat(report.text()).isEqualTo(members.contains("message") ? "x" : "");
    }

    @Test
    void M005_the_129th_call_in_flight_is_not_sent() {
        meet();
        for (int i = 0; i < McpLimit.REQUESTS_IN_FLIGHT.most(); i++) {
            call();
        }

        assertThat(connection.call("greet", JsonValue.EMPTY_OBJECT, Optional.empty(), Optional.empty()))
                .isEmpty();
        receive(result(1, "{}"));
        assertThat(call()).isNotNull();
    }

    @Test
    void M003_a_second_answer_and_one_that_nobody_asked_for_are_ignored_and_counted() {
        meet();
        long number = call().number();

        assertThat(receive(result(number, "{}"))).isEqualTo(new ServerNews.Result(number, JsonValue.EMPTY_OBJECT));
        assertThat(receive(result(number, "{}"))).isInstanceOf(ServerNews.Nothing.class);
        assertThat(receive(error(4711, "what?"))).isInstanceOf(ServerNews.Nothing.class);
        assertThat(connection.unexpectedResponses()).isEqualTo(2);
    }

    @Test
    void M065_the_answer_of_a_cancelled_call_is_late_and_after_a_while_nobodys() {
        meet();
        long first = call().number();
        long second = call().number();

        assertThat(connection.cancel(first, "enough"))
                .contains("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                        + "{\"requestId\":1,\"reason\":\"enough\"}}");
        assertThat(connection.cancel(second, "enough")).isPresent();
        assertThat(receive(result(first, "{}"))).isEqualTo(new ServerNews.Late(first));
        assertThat(connection.cancel(first, "again")).isEmpty();
        assertThat(connection.forget(second)).isTrue();
        assertThat(receive(result(second, "{}"))).isInstanceOf(ServerNews.Nothing.class);
    }

    @Test
    void M068_requests_of_the_server_have_one_answer_each() {
        meet();

        assertThat(receive("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}"))
                .isEqualTo(new ServerNews.Reply("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}"));
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"roots/list\"}"))
                .isEqualTo(new ServerNews.Reply("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{\"roots\":"
                        + "[{\"uri\":\"file:///code\",\"name\":\"code\"}]}}"));
        assertThat(((ServerNews.Reply) receive(
                                "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{}}"))
                        .text())
                .contains("\"code\":-32601");
    }

    @Test
    void M068_what_the_server_wants_of_the_person_is_answered_once() {
        meet();
        OpenRequest asked = asked("\"q\"");

        assertThat(connection.answer(asked, ElicitationAnswer.of(JsonValue.EMPTY_OBJECT)))
                .contains("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"action\":\"accept\",\"content\":{}}}");

        assertThat(connection.answer(asked, ElicitationAnswer.DECLINED)).isEmpty();
        assertThat(connection.refuse(asked, "No.")).isEmpty();
    }

    @Test
    void M068_the_ends_that_are_no_form() {
        meet();

        assertThat(connection.answer(asked("1"), ElicitationAnswer.ACCEPTED).orElseThrow())
                .contains("{\"action\":\"accept\"}");
        assertThat(connection.answer(asked("1"), ElicitationAnswer.DECLINED).orElseThrow())
                .contains("{\"action\":\"decline\"}");
        assertThat(connection.answer(asked("1"), ElicitationAnswer.CANCELLED).orElseThrow())
                .contains("{\"action\":\"cancel\"}");
        assertThat(connection.refuse(asked("1"), "Too long.").orElseThrow())
                .contains("{\"code\":-32602,\"message\":\"Too long.\"}");
    }

    @Test
    void M068_what_the_server_takes_back_is_not_answered_nor_is_the_next_one_of_that_id() {
        meet();
        OpenRequest first = asked("1");

        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"))
                .isEqualTo(new ServerNews.Withdrawn(first));

        OpenRequest second = asked("1");
        assertThat(connection.answer(first, ElicitationAnswer.DECLINED)).isEmpty();
        assertThat(connection.answer(second, ElicitationAnswer.DECLINED)).isPresent();
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"))
                .isInstanceOf(ServerNews.Nothing.class);
    }

    @Test
    void M068_an_address_to_open_is_asked_for_by_its_mode() {
        meet();

        assertThat(receive(elicitation(
                        "1",
                        "{\"mode\":\"url\",\"message\":\"Log in\",\"url\":\"https://example.org/\","
                                + "\"elicitationId\":\"e\"}")))
                .isEqualTo(new ServerNews.Asked(
                        new OpenRequest(new RpcId(JsonValue.of(1)), 0, AnswerForm.OF_HANDSHAKE),
                        new Elicitation.Link("Log in", "https://example.org/")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|/params/message",
                "{\"message\":\"m\"}|/params/requestedSchema",
                "{\"message\":\"m\",\"mode\":\"url\"}|/params/url",
                "{\"message\":\"m\",\"mode\":\"dance\"}|/params/mode"
            })
    void M068_what_cannot_be_shown_to_anybody_is_refused_with_the_place(String params, String pointer) {
        meet();

        assertThat(((ServerNews.Reply) receive(elicitation("1", params))).text())
                .contains("\"code\":-32602", "\"pointer\":\"" + pointer + "\"");
    }

    @Test
    void M005_a_server_wants_no_more_at_a_time_than_the_limit_says_and_nothing_twice() {
        meet();
        OpenRequest first = asked("0");
        assertThat(((ServerNews.Reply) receive(elicitation("0", FORM))).text()).contains("\"code\":-32600");
        for (int i = 1; i < McpLimit.REQUESTS_OF_SERVERS.most(); i++) {
            asked("" + i);
        }

        assertThat(((ServerNews.Reply) receive(elicitation("99", FORM))).text()).contains("\"code\":-32000");
        connection.answer(first, ElicitationAnswer.DECLINED);

        asked("99");
    }

    private OpenRequest asked(String id) {
        ServerNews.Asked asked = (ServerNews.Asked) receive(elicitation(id, FORM));
        assertThat(asked.what()).isEqualTo(new Elicitation.Form("Who?", JsonValue.EMPTY_OBJECT));
        return asked.request();
    }

    private static String elicitation(String id, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"elicitation/create\",\"params\":" + params + "}";
    }

    @Test
    void M069_changes_and_lines_of_the_log_are_told() {
        meet();

        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}"))
                .isEqualTo(new ServerNews.ListChanged(Set.of(ServerList.TOOLS)));
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\","
                        + "\"logger\":\"disk\",\"data\":{\"full\":true}}}"))
                .isEqualTo(new ServerNews.Log(McpLogLevel.ERROR, "disk: {\"full\":true}"));
        assertThat(receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":7}}"))
                .isInstanceOf(ServerNews.Nothing.class);
    }

    @Test
    void M063_stray_output_is_told_of_up_to_64_KiB_before_the_handshake() {
        connection.begin(ClientConnection.Opening.HANDSHAKE);
        String line = "x".repeat(1 << 10);
        for (int i = 0; i < 64; i++) {
            assertThat(receive(line)).isInstanceOf(ServerNews.Stray.class);
        }

        assertThat(receive("x")).isEqualTo(new ServerNews.Broken("it prints something else than messages of MCP: x"));
    }

    @Test
    void M063_later_it_is_20_lines_in_a_row_and_a_message_begins_a_new_row() {
        meet();
        for (int row = 0; row < 3; row++) {
            for (int i = 0; i < McpLimit.STRAY_LINES.most(); i++) {
                assertThat(receive("noise")).isEqualTo(new ServerNews.Stray("noise"));
            }
            receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard/of\"}");
        }
        for (int i = 0; i < McpLimit.STRAY_LINES.most(); i++) {
            receive("noise");
        }

        assertThat(receive("noise")).isInstanceOf(ServerNews.Broken.class);
    }

    /** Both ends of one connection, whatever is asked, cancelled, repeated or lost between them. */
    @Test
    void each_call_has_at_most_one_end_and_exactly_one_unless_it_was_cancelled_or_lost() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Conversation(new Random(seed)).run();
        }
    }

    private static final class Conversation {
        private final Random random;
        private final ClientConnection client = new ClientConnection(PROFILE);
        private final ServerConnection server = new ServerConnection(Clients.PROFILE);
        private final Map<Long, OpenRequest> atServer = new HashMap<>();
        private final Map<Long, Integer> ends = new HashMap<>();
        private final List<Long> asked = new ArrayList<>();
        private final List<Long> excused = new ArrayList<>();
        private final List<String> answers = new ArrayList<>();

        private Conversation(Random random) {
            this.random = random;
        }

        private void run() {
            Reaction.Welcome welcome = (Reaction.Welcome)
                    server.receive(RpcMessage.read(client.begin(ClientConnection.Opening.HANDSHAKE)));
            ServerNews.Met met = (ServerNews.Met) client.receive(RpcMessage.read(welcome.text()));
            met.texts().forEach(it -> server.receive(RpcMessage.read(it)));
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(6)) {
                    case 0, 1 -> ask();
                    case 2 -> answer();
                    case 3 -> deliver();
                    case 4 -> cancel();
                    default -> disturb();
                }
            }
            while (!atServer.isEmpty()) {
                answer();
            }
            while (!answers.isEmpty()) {
                deliver();
            }

            for (long call : asked) {
                int count = ends.getOrDefault(call, 0);
                assertThat(count).isLessThanOrEqualTo(1);
                assertThat(count == 1 || excused.contains(call)).isTrue();
            }
        }

        private void ask() {
            client.call("greet", JsonValue.EMPTY_OBJECT, Optional.empty(), Optional.empty())
                    .ifPresent(call -> {
                        asked.add(call.number());
                        Reaction reaction = server.receive(RpcMessage.read(call.text()));
                        atServer.put(call.number(), ((Reaction.Serve) reaction).request());
                    });
        }

        private void answer() {
            atServer.keySet().stream().findFirst().ifPresent(call -> {
                OpenRequest request = atServer.remove(call);
                if (server.end(request)) {
                    String text = RpcText.result(request.id(), JsonValue.of(call));
                    answers.add(text);
                    if (random.nextInt(10) == 0) {
                        answers.add(text);
                    }
                }
            });
        }

        private void deliver() {
            if (!answers.isEmpty()) {
                ServerNews news = client.receive(RpcMessage.read(answers.remove(random.nextInt(answers.size()))));
                if (news instanceof ServerNews.Result result) {
                    assertThat(result.value()).isEqualTo(JsonValue.of(result.call()));
                    ends.merge(result.call(), 1, Integer::sum);
                }
            }
        }

        private void cancel() {
            if (!asked.isEmpty()) {
                long call = asked.get(random.nextInt(asked.size()));
                client.cancel(call, "enough").ifPresent(text -> {
                    excused.add(call);
                    server.receive(RpcMessage.read(text));
                });
            }
        }

        /** Somebody else's answer, or none that can be read. */
        private void disturb() {
            long id = 1_000_000L + random.nextInt(100);
            assertThat(client.receive(RpcMessage.read(random.nextBoolean() ? result(id, "{}") : error(id, "?"))))
                    .isInstanceOf(ServerNews.Nothing.class);
        }
    }

    @Test
    void what_a_client_sends_is_what_servers_read() throws MalformedJson {
        JsonValue text = JsonValue.parse(connection.begin(ClientConnection.Opening.HANDSHAKE));

        assertThat(text.get("params").flatMap(it -> it.get("protocolVersion")).flatMap(JsonReader.TEXT::tryRead))
                .contains("2025-11-25");
    }
}
