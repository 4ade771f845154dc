package io.tapgateway.mcp.protocol;

import static io.tapgateway.mcp.protocol.Clients.notification;
import static io.tapgateway.mcp.protocol.Clients.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server asks its client. */
class ServerRequestTest {
    private static final String ALL = "{\"roots\":{},\"elicitation\":{}}";
    private static final JsonValue FORM = JsonValue.EMPTY_OBJECT;

    @Test
    void M044_a_client_is_asked_for_what_it_announces_once_it_is_ready() {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);
        connection.receive(
                request("0", "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + ALL + "}"));

        assertThat(connection.askForRoots()).isEmpty();
        connection.receive(notification("notifications/initialized", "{}"));

        assertThat(connection.askForRoots().orElseThrow().text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\",\"params\":{}}");
        assertThat(connection.elicit("Which one?", FORM).orElseThrow().text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\","
                        + "\"params\":{\"message\":\"Which one?\",\"requestedSchema\":{}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|false|false",
                "{\"roots\":{\"listChanged\":true}}|true|false",
                "{\"elicitation\":{}}|false|true",
                "{\"elicitation\":{\"form\":{},\"url\":{}}}|false|true",
                "{\"elicitation\":{\"url\":{}}}|false|false",
                "{\"elicitation\":true,\"roots\":[]}|false|false",
                "7|false|false"
            })
    void M044_what_a_client_announces_is_what_it_is_asked_for(String capabilities, boolean roots, boolean forms) {
        ServerConnection connection = Clients.ready(capabilities);

        assertThat(connection.abilities()).isEqualTo(new ClientAbilities(roots, forms));
        assertThat(connection.askForRoots().isPresent()).isEqualTo(roots);
        assertThat(connection.elicit("Which one?", FORM).isPresent()).isEqualTo(forms);
    }

    @Test
    void each_request_is_concluded_once() {
        ServerConnection connection = Clients.ready(ALL);
        long asked = connection.askForRoots().orElseThrow().number();

        assertThat(connection.receive(result(asked)))
                .isEqualTo(new Reaction.Conclude(asked, Optional.of(JsonValue.EMPTY_OBJECT)));

        assertThat(connection.receive(result(asked))).isInstanceOf(Reaction.Ignore.class);
        assertThat(connection.giveUp(asked)).isEmpty();
        assertThat(connection.unexpectedResponses()).isEqualTo(1);
    }

    @Test
    void a_refusal_concludes_it_with_nothing() {
        ServerConnection connection = Clients.ready(ALL);
        long asked = connection.askForRoots().orElseThrow().number();

        assertThat(connection.receive(RpcMessage.read(
                        "{\"jsonrpc\":\"2.0\",\"id\":" + asked + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}")))
                .isEqualTo(new Reaction.Conclude(asked, Optional.empty()));
    }

    @Test
    void what_is_given_up_is_cancelled_and_its_answer_is_unexpected() {
        ServerConnection connection = Clients.ready(ALL);
        long asked = connection.askForRoots().orElseThrow().number();

        assertThat(connection.giveUp(asked).orElseThrow())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"," + "\"params\":{\"requestId\":"
                        + asked + "}}");

        assertThat(connection.receive(result(asked))).isInstanceOf(Reaction.Ignore.class);
        assertThat(connection.unexpectedResponses()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "2", "-1", "1e3", "99999999999999999999"})
    void M003_an_answer_to_another_id_is_ignored_and_counted(String id) {
        ServerConnection connection = Clients.ready(ALL);
        assertThat(connection.askForRoots()).isPresent();

        assertThat(connection.receive(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}")))
                .isNotInstanceOf(Reaction.Conclude.class);
        assertThat(connection.giveUp(1)).isPresent();
    }

    @Test
    void M005_no_more_is_asked_at_a_time_than_the_limit_says() {
        ServerConnection connection = Clients.ready(ALL);
        for (int i = 0; i < McpLimit.REQUESTS_OF_SERVERS.most(); i++) {
            assertThat(connection.askForRoots()).isPresent();
        }

        assertThat(connection.askForRoots()).isEmpty();
        connection.receive(result(1));

        assertThat(connection.askForRoots()).isPresent();
    }

    private static RpcMessage result(long id) {
        return RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    }
}
