package io.tapgateway.mcp.protocol;

import static io.tapgateway.mcp.protocol.Clients.answer;
import static io.tapgateway.mcp.protocol.Clients.call;
import static io.tapgateway.mcp.protocol.Clients.initialize;
import static io.tapgateway.mcp.protocol.Clients.notification;
import static io.tapgateway.mcp.protocol.Clients.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.TraceParent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConnectionTest {
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final int SEEDS = 200;
    private static final int STEPS = 300;

    @ParameterizedTest
    @CsvSource({"2024-11-05,2024-11-05", "2025-03-26,2025-06-18", "2025-06-18,2025-06-18", "2025-11-25,2025-11-25"})
    void M001_each_revision_with_a_handshake_is_answered_with_one_that_is_served(String wanted, String agreed) {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);

        Reaction.Welcome welcome = (Reaction.Welcome) connection.receive(initialize(wanted));

        assertThat(welcome.text())
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"" + agreed
                                + "\",\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true,"
                                + "\"listChanged\":true},\"prompts\":{\"listChanged\":true},\"logging\":{}"
                                + (agreed.equals("2024-11-05") ? "" : ",\"completions\":{}") + "},\"serverInfo\":"
                                + "{\"name\":\"server\",\"title\":\"A server\",\"version\":\"1\"},\"instructions\":\"Be kind.\"}}");
        assertThat(welcome.revision().label()).isEqualTo(agreed);
        assertThat(welcome.client().name()).isEqualTo("claude-code");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "yesterday", ""})
    void M002_any_other_revision_is_answered_with_the_newest_that_is_served(String wanted) {
        Reaction.Welcome welcome = (Reaction.Welcome) new ServerConnection(Clients.PROFILE).receive(initialize(wanted));

        assertThat(welcome.revision()).isEqualTo(McpRevision.R2025_11_25);
    }

    @Test
    void G014_a_revision_without_handshake_is_told_that_it_is_not_served_so_that_its_client_falls_back() {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);

        assertThat(answer(connection, request("1", "server/discover", "{}"))).contains("\"code\":-32601");
        assertThat(connection.receive(initialize("2025-11-25"))).isInstanceOf(Reaction.Welcome.class);
    }

    @Test
    void a_client_that_says_nothing_of_itself_is_welcome() {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);

        assertThat(connection.receive(request("1", "initialize", "{\"protocolVersion\":\"2025-11-25\"}")))
                .isInstanceOf(Reaction.Welcome.class);
    }

    @Test
    void M004_an_error_names_the_wrong_member_by_its_pointer() {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);

        assertThat(answer(connection, request("1", "initialize", "{}")))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":"
                                + "\"/params/protocolVersion is required.\",\"data\":{\"pointer\":\"/params/protocolVersion\"}}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "tools/call"})
    void a_connection_begins_with_the_handshake(String method) {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);

        assertThat(answer(connection, request("1", method, "{\"name\":\"greet\"}")))
                .contains("\"code\":-32600");
        assertThat(answer(connection, request("2", "ping", "{}"))).contains("\"result\":{}");
    }

    @Test
    void there_is_one_handshake() {
        assertThat(answer(Clients.met(), initialize("2025-11-25"))).contains("\"code\":-32600");
    }

    @Test
    void M003_an_unknown_method_is_an_error_an_unknown_notification_nothing() {
        ServerConnection connection = Clients.ready();

        assertThat(answer(connection, request("1", "sampling/createMessage", "{}")))
                .contains("\"code\":-32601");
        assertThat(connection.receive(notification("notifications/unheard/of", "{}")))
                .isInstanceOf(Reaction.Ignore.class);
    }

    @Test
    void M003_a_response_to_a_request_that_nobody_made_is_ignored_and_counted() {
        ServerConnection connection = Clients.ready();

        assertThat(connection.receive(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")))
                .isInstanceOf(Reaction.Ignore.class);
        assertThat(connection.unexpectedResponses()).isEqualTo(1);
    }

    @Test
    void M005_the_129th_request_in_flight_is_refused_as_busy_and_the_next_one_after_an_answer_is_not() {
        ServerConnection connection = Clients.ready();
        OpenRequest first = call(connection, "1", "{}");
        for (int i = 2; i <= McpLimit.REQUESTS_IN_FLIGHT.most(); i++) {
            call(connection, "" + i, "{}");
        }

        assertThat(answer(connection, request("999", "tools/list", "{}"))).contains("\"code\":-32000", "\"id\":999");
        assertThat(connection.end(first)).isTrue();
        assertThat(call(connection, "999", "{}")).isNotNull();
    }

    @Test
    void an_id_that_is_in_use_names_no_second_request() {
        ServerConnection connection = Clients.ready();
        OpenRequest first = call(connection, "1", "{}");

        assertThat(answer(connection, request("1", "tools/list", "{}"))).contains("\"code\":-32600");
        assertThat(connection.isOpen(first)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|/params/name",
                "{\"name\":7}|/params/name",
                "{\"name\":\"greet\",\"arguments\":[]}|/params/arguments",
                "{\"name\":\"greet\",\"_meta\":7}|/params/_meta",
                "{\"name\":\"greet\",\"_meta\":{\"progressToken\":{}}}|/params/_meta/progressToken",
            })
    void M025_parameters_that_are_none_are_a_JSON_RPC_error(String params, String pointer) {
        assertThat(answer(Clients.ready(), request("1", "tools/call", params)))
                .contains("\"code\":-32602", "\"pointer\":\"" + pointer + "\"");
    }

    @Test
    void M023_a_call_brings_its_trace_and_a_broken_one_is_none() {
        ServerConnection connection = Clients.ready();
        RpcMessage traced =
                request("1", "tools/call", "{\"name\":\"a\",\"_meta\":{\"traceparent\":\"" + TRACE + "\"}}");
        RpcMessage broken = request("2", "tools/call", "{\"name\":\"a\",\"_meta\":{\"traceparent\":\"00-0\"}}");

        assertThat(Clients.params(connection.receive(traced)).meta().traceParent())
                .contains(new TraceParent(TRACE));
        assertThat(Clients.params(connection.receive(broken)).meta().traceParent())
                .isEmpty();
    }

    @Test
    void M040_resources_are_listed_read_and_followed() {
        ServerConnection connection = Clients.ready();

        assertThat(asked(connection, "resources/list", "{\"cursor\":\"a\"}"))
                .isEqualTo(new ClientAsk.ListResources(Optional.of("a")));
        assertThat(asked(connection, "resources/templates/list", "{}"))
                .isEqualTo(new ClientAsk.ListTemplates(Optional.empty()));
        assertThat(asked(connection, "resources/read", "{\"uri\":\"tap://inbox\"}"))
                .isEqualTo(new ClientAsk.ReadResource("tap://inbox", RequestMeta.NONE));
        assertThat(asked(connection, "resources/subscribe", "{\"uri\":\"tap://inbox\"}"))
                .isEqualTo(new ClientAsk.Follow("tap://inbox", true));
        assertThat(asked(connection, "resources/unsubscribe", "{\"uri\":\"tap://inbox\"}"))
                .isEqualTo(new ClientAsk.Follow("tap://inbox", false));
        assertThat(answer(connection, request("99", "resources/read", "{}")))
                .contains("\"code\":-32602", "\"pointer\":\"/params/uri\"");
    }

    @Test
    void M041_prompts_are_listed_and_got_and_arguments_completed() {
        ServerConnection connection = Clients.ready();
        JsonValue name = JsonValue.of(Map.of("name", "city"));

        assertThat(asked(connection, "prompts/list", "{}")).isEqualTo(new ClientAsk.ListPrompts(Optional.empty()));
        assertThat(asked(connection, "prompts/get", "{\"name\":\"plan\",\"arguments\":{\"city\":\"Bonn\"}}"))
                .isEqualTo(new ClientAsk.GetPrompt("plan", Map.of("city", JsonValue.of("Bonn")), RequestMeta.NONE));
        assertThat(asked(
                        connection,
                        "completion/complete",
                        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"plan\"},\"argument\":{\"name\":\"city\"}}"))
                .isEqualTo(new ClientAsk.Complete("plan", true, name, Optional.empty()));
        assertThat(answer(
                        connection,
                        request("99", "completion/complete", "{\"ref\":{\"type\":\"ref/tool\"},\"argument\":{}}")))
                .contains("\"code\":-32602", "\"pointer\":\"/params/ref/type\"");
    }

    private int numbers;

    private ClientAsk asked(ServerConnection connection, String method, String params) {
        numbers++;
        return ((Reaction.Serve) connection.receive(request(String.valueOf(numbers), method, params))).ask();
    }

    @Test
    void arguments_may_be_left_out() {
        Reaction reaction = Clients.ready().receive(request("1", "tools/call", "{\"name\":\"a\"}"));

        assertThat(Clients.params(reaction).args()).isEqualTo(JsonValue.EMPTY_OBJECT);
    }

    @Test
    void M023_reports_are_numbered_and_none_follows_the_answer() {
        ServerConnection connection = Clients.ready();
        OpenRequest call = call(connection, "1", "{\"progressToken\":\"p\"}");

        assertThat(connection.progress(call, Optional.of("half"), Optional.empty()))
                .contains("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                        + "{\"progressToken\":\"p\",\"progress\":1,\"message\":\"half\"}}");
        assertThat(connection.progress(call, Optional.empty(), Optional.empty()))
                .contains("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                        + "{\"progressToken\":\"p\",\"progress\":2}}");
        assertThat(connection.end(call)).isTrue();
        assertThat(connection.progress(call, Optional.of("late"), Optional.empty()))
                .isEmpty();
    }

    @Test
    void M023_a_report_has_the_number_of_its_provider_as_long_as_that_grows() {
        ServerConnection connection = Clients.ready();
        OpenRequest call = call(connection, "1", "{\"progressToken\":\"p\"}");

        assertThat(counted(connection, call, ProgressAmount.of(0, 10))).isEqualTo("\"progress\":0,\"total\":10");
        assertThat(counted(connection, call, ProgressAmount.of(2.5, 10))).isEqualTo("\"progress\":2.5,\"total\":10");
        assertThat(counted(connection, call, ProgressAmount.of(2.5, 11)))
                .isEqualTo("\"progress\":2.5000000000000004,\"total\":11");
        assertThat(counted(connection, call, ProgressAmount.of(-7))).isEqualTo("\"progress\":2.500000000000001");
        assertThat(counted(connection, call, ProgressAmount.of(3))).isEqualTo("\"progress\":3");
    }

    @Test
    void M023_a_sign_of_life_keeps_no_number_from_its_provider() {
        ServerConnection connection = Clients.ready();
        OpenRequest call = call(connection, "1", "{\"progressToken\":\"p\"}");

        assertThat(counted(connection, call)).isEqualTo("\"progress\":1");
        assertThat(counted(connection, call, ProgressAmount.of(1, 10)))
                .isEqualTo("\"progress\":1.0000000000000002,\"total\":10");
        assertThat(counted(connection, call)).isEqualTo("\"progress\":1.0000000000000004,\"total\":10");
        assertThat(counted(connection, call, ProgressAmount.of(2, 10))).isEqualTo("\"progress\":2,\"total\":10");
    }

    @Test
    void M023_nothing_is_said_above_the_largest_number_there_is() {
        ServerConnection connection = Clients.ready();
        OpenRequest call = call(connection, "1", "{\"progressToken\":\"p\"}");

        assertThat(counted(connection, call, ProgressAmount.of(Double.MAX_VALUE)))
                .isEqualTo("\"progress\":1.7976931348623157E308");
        assertThat(connection.progress(call, Optional.empty(), Optional.empty()))
                .isEmpty();
    }

    /** The numbers of a report without a text. */
    private static String counted(ServerConnection connection, OpenRequest call, ProgressAmount... amount) {
        String said = connection
                .progress(call, Optional.empty(), Arrays.stream(amount).findFirst())
                .orElseThrow();
        return said.substring(said.indexOf("\"progress\""), said.length() - "}}".length());
    }

    @Test
    void M023_what_is_meant_for_the_tool_is_all_but_what_the_connection_says_itself() {
        ServerConnection connection = Clients.ready();
        String trace = "\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\"";

        assertThat(additions(
                        connection,
                        "{\"progressToken\":1,\"a/b\":{\"c\":[1]}," + trace + ",\"tracestate\":\"x=y\","
                                + "\"io.modelcontextprotocol/related-task\":{},\"io.tapgateway/error\":{}}"))
                .contains("{\"a/b\":{\"c\":[1]},\"tracestate\":\"x=y\"}");
        assertThat(additions(connection, "{\"progressToken\":1," + trace + "}")).isEmpty();
        assertThat(additions(connection, "{}")).isEmpty();
    }

    @Test
    void M023_the_state_of_a_trace_means_nothing_without_the_trace() {
        ServerConnection connection = Clients.ready();

        assertThat(additions(connection, "{\"traceparent\":\"00-0-0-0\",\"tracestate\":\"x=y\"}"))
                .isEmpty();
    }

    private Optional<String> additions(ServerConnection connection, String meta) {
        return asked(connection, "tools/call", "{\"name\":\"greet\",\"_meta\":" + meta + "}")
                .meta()
                .additions()
                .map(JsonValue::json);
    }

    @Test
    void M023_more_for_the_tool_than_a_call_may_carry_is_refused() {
        ServerConnection connection = Clients.ready();
        int room = (int) Limit.CALL_ADDITIONS.standard() - "{\"a\":\"\"}".length();
        String most = "\"a\":\"" + "x".repeat(room) + "\"";

        assertThat(additions(connection, "{\"progressToken\":1," + most + "}")).contains("{" + most + "}");
        assertThat(answer(connection, request("99", "tools/call", "{\"name\":\"a\",\"_meta\":{\"b\":1," + most + "}}")))
                .contains("\"code\":-32602", "\"pointer\":\"/params/_meta\"");
    }

    @Test
    void M023_who_gives_no_token_hears_no_reports() {
        ServerConnection connection = Clients.ready();

        assertThat(connection.progress(call(connection, "1", "{}"), Optional.of("half"), Optional.empty()))
                .isEmpty();
    }

    @Test
    void M024_a_cancelled_request_is_not_answered() {
        ServerConnection connection = Clients.ready();
        OpenRequest call = call(connection, "\"a\"", "{}");

        assertThat(connection.receive(notification("notifications/cancelled", "{\"requestId\":\"a\"}")))
                .isEqualTo(new Reaction.Cancel(call));
        assertThat(connection.end(call)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"requestId\":7}", "{}", "{\"requestId\":null}", "[]"})
    void M024_cancelling_what_is_not_under_way_is_ignored(String params) {
        assertThat(Clients.ready().receive(notification("notifications/cancelled", params)))
                .isInstanceOf(Reaction.Ignore.class);
    }

    @Test
    void the_answer_of_a_cancelled_request_is_none_of_a_later_one_with_its_id() {
        ServerConnection connection = Clients.ready();
        OpenRequest cancelled = call(connection, "1", "{}");
        connection.receive(notification("notifications/cancelled", "{\"requestId\":1}"));
        OpenRequest later = call(connection, "1", "{}");

        assertThat(connection.end(cancelled)).isFalse();
        assertThat(connection.end(later)).isTrue();
    }

    @Test
    void M022_changes_are_announced_once_the_client_is_ready() {
        assertThat(Clients.met().changed(ListChange.TOOLS)).isEmpty();
        assertThat(Clients.ready().changed(ListChange.TOOLS))
                .containsExactly(said("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}"));
    }

    @Test
    void M042_lines_are_told_from_warnings_on_unless_the_client_wants_others() {
        ServerConnection connection = Clients.met();

        assertThat(connection.log(McpLogLevel.NOTICE, "ci", "a")).isEmpty();
        assertThat(connection.log(McpLogLevel.WARNING, "ci", "b"))
                .containsExactly(said("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                        + "{\"level\":\"warning\",\"logger\":\"ci\",\"data\":\"b\"}}"));
        assertThat(answer(connection, request("1", "logging/setLevel", "{\"level\":\"debug\"}")))
                .contains("\"result\":{}");
        assertThat(connection.log(McpLogLevel.DEBUG, "ci", "c")).hasSize(1);
        assertThat(answer(connection, request("2", "logging/setLevel", "{\"level\":\"loud\"}")))
                .contains("\"code\":-32602", "\"pointer\":\"/params/level\"");
    }

    /** What is said to whoever listens. */
    private static ServerConnection.Said said(String text) {
        return new ServerConnection.Said(Optional.empty(), text);
    }

    @Test
    void M005_a_result_that_is_too_large_to_be_sent_is_an_error() {
        RpcId id = new RpcId(JsonValue.of(1));
        String overhead = RpcText.result(id, JsonValue.of(""));
        int room = McpLimit.SENT_CHARACTERS.most() - overhead.length();

        assertThat(RpcText.result(id, JsonValue.of("x".repeat(room)))).hasSize(McpLimit.SENT_CHARACTERS.most());
        assertThat(RpcText.result(id, JsonValue.of("x".repeat(room + 1)))).contains("\"code\":-32603");
    }

    /** Whatever a client sends and in whatever order its requests end. */
    @Test
    void each_request_has_at_most_one_answer_and_exactly_one_unless_it_was_cancelled() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Conversation(new Random(seed)).run();
        }
    }

    private static final class Conversation {
        private final Random random;
        private final ServerConnection connection = Clients.ready();
        private final Map<OpenRequest, String> open = new HashMap<>();
        private final Set<String> cancelled = new HashSet<>();
        private final Map<String, Integer> answers = new HashMap<>();
        private int asked;

        private Conversation(Random random) {
            this.random = random;
        }

        private void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> ask();
                    case 2 -> end(any());
                    default -> cancel(any());
                }
            }
            Set.copyOf(open.keySet()).forEach(it -> end(Optional.of(it)));

            assertThat(connection.isBusy()).isFalse();
            for (int i = 0; i < asked; i++) {
                String id = "" + i;
                assertThat(answers.getOrDefault(id, 0)).isEqualTo(cancelled.contains(id) ? 0 : 1);
            }
        }

        private void ask() {
            String id = "" + asked++;
            String method = random.nextBoolean() ? "tools/call" : random.nextBoolean() ? "tools/list" : "ping";
            connection.receive(request(id, method, "{\"name\":\"a\"}")).accept(new Client(id));
        }

        private void end(Optional<OpenRequest> request) {
            if (request.isPresent()) {
                String id = open.remove(request.get());
                if (connection.end(request.get())) {
                    answered(id);
                }
                assertThat(connection.end(request.get())).isFalse();
            }
        }

        private void cancel(Optional<OpenRequest> request) {
            request.ifPresent(it -> {
                boolean was = connection.isOpen(it);
                connection.receive(notification("notifications/cancelled", "{\"requestId\":" + it.id() + "}"));
                if (was) {
                    cancelled.add(it.id().toString());
                }
            });
        }

        private Optional<OpenRequest> any() {
            return open.keySet().stream()
                    .skip(open.isEmpty() ? 0 : random.nextInt(open.size()))
                    .findFirst();
        }

        private void answered(String id) {
            answers.merge(id, 1, Integer::sum);
        }

        private final class Client implements Reaction.Visitor<Boolean> {
            private final String id;

            private Client(String id) {
                this.id = id;
            }

            @Override
            public Boolean onIgnore(Reaction.Ignore ignore) {
                throw new AssertionError("a request is ignored");
            }

            @Override
            public Boolean onAnswer(Reaction.Answer answer) {
                answered(id);
                return true;
            }

            @Override
            public Boolean onReject(Reaction.Reject rejection) {
                throw new AssertionError("a request is no message");
            }

            @Override
            public Boolean onWelcome(Reaction.Welcome welcome) {
                throw new AssertionError("a second handshake");
            }

            @Override
            public Boolean onServe(Reaction.Serve request) {
                open.put(request.request(), id);
                return true;
            }

            @Override
            public Boolean onCancel(Reaction.Cancel cancel) {
                throw new AssertionError("nothing was cancelled");
            }

            @Override
            public Boolean onReady(Reaction.Ready ready) {
                throw new AssertionError("it was ready");
            }

            @Override
            public Boolean onConclude(Reaction.Conclude conclusion) {
                throw new AssertionError("nobody was asked");
            }
        }
    }
}
