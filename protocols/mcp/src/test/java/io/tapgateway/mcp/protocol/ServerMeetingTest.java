package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.ClientConnection.Opening;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a client that asks first meets servers of either kind (M-001, M-002). */
class ServerMeetingTest {
    private static final String DISCOVERED =
            "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}";
    private static final String SHAKEN = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}";

    private final ClientConnection connection =
            new ClientConnection(new ClientProfile("tapgateway", "Tap Gateway", "1", Optional.empty()));

    private static String answer(long id, String member, String value) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"" + member + "\":" + value + "}";
    }

    private static String unsupported(String... supported) {
        return "{\"code\":-32022,\"message\":\"Unsupported\",\"data\":{\"supported\":[\""
                + String.join("\",\"", supported) + "\"]}}";
    }

    private ServerNews result(long id, String value) {
        return connection.receive(RpcMessage.read(answer(id, "result", value)));
    }

    private ServerNews error(long id, String value) {
        return connection.receive(RpcMessage.read(answer(id, "error", value)));
    }

    private static void assertAsks(ServerNews news, String method) {
        assertThat(news)
                .isInstanceOfSatisfying(
                        ServerNews.Reply.class, it -> assertThat(it.text()).contains("\"method\":\"" + method + "\""));
    }

    @Test
    void M001_a_server_that_is_asked_first_and_has_no_handshake_is_met_by_one_request() {
        assertThat(connection.begin(Opening.DISCOVERY))
                .contains(
                        "\"method\":\"server/discover\"", "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"");

        assertThat(result(0, DISCOVERED))
                .isInstanceOfSatisfying(
                        ServerNews.Met.class,
                        it -> assertThat(it.server().revision()).isEqualTo(McpRevision.R2026_07_28));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":-32601,\"message\":\"Method not found\"}",
                "{\"code\":-32000,\"message\":\"Bad Request: Unsupported protocol version: 2026-07-28\"}",
                "{\"code\":-32600,\"message\":\"Missing session\"}",
                "{\"message\":\"it answers with HTTP status 405\"}",
                "{\"message\":\"it does not answer\"}"
            })
    void M001_a_server_that_does_not_know_the_question_is_met_by_a_handshake(String refusal) {
        connection.begin(Opening.DISCOVERY);

        ServerNews.Reply introduction = (ServerNews.Reply) error(0, refusal);

        assertThat(introduction.text())
                .contains("\"method\":\"initialize\"", "\"protocolVersion\":\"2025-11-25\"")
                .doesNotContain("_meta");
        assertThat(result(1, SHAKEN)).isInstanceOf(ServerNews.Met.class);
        assertThat(connection.list(ServerList.TOOLS).orElseThrow()).doesNotContain("_meta");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"supportedVersions\":[\"2025-11-25\",\"2027-01-01\"],\"capabilities\":{}}"})
    void M001_a_server_that_answers_something_else_is_met_by_a_handshake(String discovered) {
        connection.begin(Opening.DISCOVERY);

        assertAsks(result(0, discovered), "initialize");
    }

    @Test
    void M002_a_server_that_speaks_what_it_was_asked_by_all_the_same_is_asked_once_more() {
        connection.begin(Opening.DISCOVERY);

        assertAsks(error(0, unsupported("2026-07-28")), "server/discover");

        assertThat(error(1, unsupported("2026-07-28")))
                .isEqualTo(new ServerNews.Broken("it does not say what it speaks: Unsupported"));
    }

    @Test
    void M002_a_server_that_knows_the_question_and_has_a_handshake_is_met_by_that() {
        connection.begin(Opening.DISCOVERY);

        assertAsks(error(0, unsupported("2027-01-01", "2025-06-18")), "initialize");
    }

    @Test
    void M002_a_server_that_speaks_nothing_known_is_left() {
        connection.begin(Opening.DISCOVERY);

        assertThat(error(0, unsupported("2027-01-01")))
                .isEqualTo(new ServerNews.Broken("it speaks a revision of MCP that is not known here"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-32_020, -32_021})
    void M002_a_server_that_refuses_in_the_words_of_its_revision_has_no_handshake(int code) {
        connection.begin(Opening.DISCOVERY);

        assertThat(error(0, "{\"code\":" + code + ",\"message\":\"No\"}"))
                .isEqualTo(new ServerNews.Broken("it does not say what it speaks: No"));
    }

    @Test
    void M002_a_server_that_refuses_both_is_left_with_what_it_said_to_the_handshake() {
        connection.begin(Opening.DISCOVERY);
        error(0, "{\"code\":-32601,\"message\":\"No such method\"}");

        assertThat(error(1, "{\"code\":-32600,\"message\":\"Go away\"}"))
                .isEqualTo(new ServerNews.Broken("it refuses the handshake: Go away"));
    }

    @Test
    void M002_a_server_is_not_asked_twice_since_its_handshake_names_a_revision_without_one() {
        connection.begin(Opening.DISCOVERY);
        error(0, "{\"code\":-32601,\"message\":\"No such method\"}");

        assertThat(result(1, "{\"protocolVersion\":\"2026-07-28\",\"capabilities\":{}}"))
                .isEqualTo(new ServerNews.Broken("it speaks a revision of MCP that is not known here"));
    }
}
