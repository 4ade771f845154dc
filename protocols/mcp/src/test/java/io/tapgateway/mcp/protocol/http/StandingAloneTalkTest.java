package io.tapgateway.mcp.protocol.http;

import static io.tapgateway.mcp.protocol.http.Talks.EVENTS;
import static io.tapgateway.mcp.protocol.http.Talks.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.RpcMessage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests over HTTP that belong to no session (M-017). */
class StandingAloneTalkTest {
    private static final String ACKNOWLEDGED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{}}";
    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private final Talks talks = Talks.streamable();

    private static String alone(long id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
    }

    private static String cancellation(long id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}";
    }

    private static String event(String message) {
        return "data: " + message + "\n\n";
    }

    private HttpAct.Ask call(long id) {
        return talks.send(alone(id, "tools/call", "\"name\":\"greet\","));
    }

    private HttpAct.Ask listen() {
        HttpAct.Ask listening = talks.send(alone(1, "subscriptions/listen", ""));
        talks.head(listening, 200, EVENTS);
        talks.body(listening, event(ACKNOWLEDGED));
        return listening;
    }

    @Test
    void M002_a_refusal_of_the_handshake_comes_with_the_code_that_the_server_has_for_it() {
        talks.head(talks.send(Talks.INITIALIZE), 400, JSON);
        talks.body(
                talks.last(),
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"No header\"}}");
        talks.end(talks.last());

        assertThat(talks.received)
                .containsExactly(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32020,"
                        + "\"message\":\"No header (HTTP status 400)\"}}"));
    }

    @Test
    void M017_the_head_of_a_request_repeats_what_it_says() {
        assertThat(call(1).headers())
                .containsEntry("MCP-Protocol-Version", "2026-07-28")
                .containsEntry("Mcp-Method", "tools/call")
                .containsEntry("Mcp-Name", "greet")
                .doesNotContainKey("Mcp-Session-Id");
        assertThat(talks.send(alone(2, "tools/list", "")).headers()).doesNotContainKey("Mcp-Name");
    }

    @Test
    void M017_what_no_head_can_carry_is_there_in_base64() {
        assertThat(talks.send(alone(1, "prompts/get", "\"name\":\" grüß\",")).headers())
                .containsEntry("Mcp-Name", "=?base64?IGdyw7zDnw==?=");
    }

    @Test
    void M070_a_session_that_a_server_gives_all_the_same_means_nothing() {
        talks.answer(talks.send(Talks.INITIALIZE), Optional.of("s"), Talks.MET);

        assertThat(call(1).headers()).doesNotContainKey("Mcp-Session-Id");
        talks.does(HttpTalk::leave);
        assertThat(talks.count("DELETE")).isZero();
        assertThat(talks.count("GET")).isZero();
    }

    @Test
    void M065_a_call_is_cancelled_by_closing_its_stream() {
        HttpAct.Ask call = call(1);

        talks.does(it -> it.send(cancellation(1)));

        assertThat(talks.abandoned).containsExactly(call.exchange());
        assertThat(talks.last()).isEqualTo(call);
        assertThat(talks.texts()).singleElement().asString().contains("it was cancelled");
    }

    @Test
    void M016_a_call_whose_stream_is_lost_is_not_taken_up_again() {
        HttpAct.Ask call = call(1);
        talks.head(call, 200, EVENTS);
        talks.body(call, "id: 1\n" + event(CHANGED));

        talks.does(it -> it.lost(call.exchange(), HttpTalk.Loss.CUT));

        assertThat(talks.texts()).last().asString().contains("the connection has ended");
        assertThat(talks.count("GET")).isZero();
    }

    @Test
    void M022_news_that_ends_is_asked_for_anew_and_what_has_changed_meanwhile_is_unknown() {
        HttpAct.Ask listening = listen();
        talks.body(listening, event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\"}}"));
        talks.end(listening);
        int before = talks.received.size();

        talks.pass();

        assertThat(talks.last().body()).isEqualTo(listening.body());
        talks.head(talks.last(), 200, EVENTS);
        assertThat(talks.texts().subList(before, talks.received.size()))
                .hasSize(3)
                .allMatch(it -> it.contains("list_changed"));
    }

    @Test
    void M022_news_is_asked_for_anew_where_a_server_is_away_for_a_while() {
        talks.does(it -> it.lost(listen().exchange(), HttpTalk.Loss.CUT));
        talks.pass();
        talks.head(talks.last(), 503, JSON);

        talks.pass();

        assertThat(talks.count("POST")).isEqualTo(3);
        assertThat(talks.broken).isEmpty();
    }

    @Test
    void M022_a_server_that_tells_no_news_is_served_all_the_same() {
        talks.head(talks.send(alone(1, "subscriptions/listen", "")), 404, "");

        talks.answer(call(2), Optional.empty(), Talks.result(2));

        assertThat(talks.received).endsWith(RpcMessage.read(Talks.result(2)));
        assertThat(talks.broken).isEmpty();
    }

    @Test
    void M022_nobody_waits_for_the_end_of_news() {
        listen();

        talks.sweep(300);

        assertThat(talks.abandoned).isEmpty();
    }

    private void list(String tools) {
        talks.answer(
                talks.send(alone(8, "tools/list", "")),
                Optional.empty(),
                "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"tools\":[" + tools + "]}}");
    }

    private static String marked(String name, String header) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"properties\":{\"region\":{\"type\":\"string\","
                + "\"x-mcp-header\":\"" + header + "\"}}}}";
    }

    private HttpAct.Ask query(String tool) {
        return talks.send(alone(9, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{\"region\":\"us-west1\"},"));
    }

    @Test
    void M070_the_head_of_a_call_repeats_what_its_tool_marks() {
        list(marked("query", "Region") + "," + marked("broken", "My Region"));

        assertThat(query("query").headers())
                .containsEntry("Mcp-Param-Region", "us-west1")
                .containsEntry("Mcp-Name", "query");
        assertThat(query("broken").headers())
                .noneSatisfy((name, value) -> assertThat(name).startsWith("Mcp-Param"));
        assertThat(query("other").headers())
                .noneSatisfy((name, value) -> assertThat(name).startsWith("Mcp-Param"));

        list(marked("query", "Place"));

        assertThat(query("query").headers())
                .containsEntry("Mcp-Param-Place", "us-west1")
                .doesNotContainKey("Mcp-Param-Region");
    }

    @Test
    void M070_of_so_many_tools_that_mark_something_the_newest_are_known() {
        for (int i = 0; i <= McpLimit.LISTED.most(); i++) {
            list(marked("t" + i, "Region"));
        }

        assertThat(query("t0").headers()).doesNotContainKey("Mcp-Param-Region");
        assertThat(query("t1").headers()).containsKey("Mcp-Param-Region");
    }

    @Test
    void M070_where_there_is_a_session_nothing_is_repeated() {
        Talks open = Talks.open(Optional.of("s"));
        open.answer(
                open.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}"),
                Optional.empty(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[" + marked("query", "Region") + "]}}");

        assertThat(open.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"query\","
                                + "\"arguments\":{\"region\":\"us-west1\"}}}")
                        .headers())
                .noneSatisfy((name, value) -> assertThat(name).startsWith("Mcp-Param"));
    }

    @Test
    void M070_a_server_that_misses_something_in_the_head_of_a_call_is_asked_for_its_tools_again() {
        HttpAct.Ask call = call(1);
        talks.head(call, 400, JSON);
        talks.body(call, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,\"message\":\"No Region\"}}");
        talks.end(call);

        assertThat(talks.texts()).anyMatch(it -> it.contains("tools/list_changed"));
        assertThat(talks.texts()).anyMatch(it -> it.contains("No Region"));
        int before = talks.received.size();
        HttpAct.Ask list = talks.send(alone(2, "tools/list", ""));
        talks.head(list, 400, JSON);
        talks.body(list, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32020,\"message\":\"No\"}}");
        talks.end(list);
        assertThat(talks.received).as("but not over and over").hasSize(before + 1);
    }

    @Test
    void M001_a_server_that_does_not_say_what_it_speaks_is_not_waited_for_long() {
        HttpAct.Ask asked = talks.send(alone(1, "server/discover", ""));

        talks.sweep(2);
        assertThat(talks.received).isEmpty();
        talks.sweep(1);

        assertThat(talks.abandoned).containsExactly(asked.exchange());
        assertThat(talks.texts()).singleElement().asString().contains("it does not answer");
    }

    @Test
    void M001_a_server_that_is_met_by_a_handshake_after_all_has_a_session() {
        talks.head(talks.send(alone(1, "server/discover", "")), 400, "");

        assertThat(talks.send(Talks.INITIALIZE).headers()).doesNotContainKeys("MCP-Protocol-Version", "Mcp-Method");
        talks.answer(talks.last(), Optional.of("s"), Talks.MET);
        assertThat(talks.send(Talks.INITIALIZED).headers())
                .containsEntry("Mcp-Session-Id", "s")
                .containsEntry("MCP-Protocol-Version", "2025-11-25");
    }
}
