package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcMessageTest {
    private static final String DEEPEST = "[".repeat(62) + "]".repeat(62);

    @ParameterizedTest
    @ValueSource(strings = {"1", "-7", "0", "12345678901234567890", "\"a\"", "\"\"", "\"1\""})
    void M003_ids_are_strings_or_integers_and_come_back_as_they_came(String id) {
        RpcMessage read = RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");

        assertThat(answer(read)).startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "1.5", "1e3", "true", "{}", "[1]"})
    void M003_any_other_id_is_an_invalid_request(String id) {
        RpcMessage read = RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");

        assertThat(answer(read))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":"
                        + "\"/id must be a string or an integer.\",\"data\":{\"pointer\":\"/id\"}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":|-32700",
                "no JSON|-32700",
                "{\"a\":1,\"a\":2}|-32700",
                "[]|-32600",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]|-32600",
                "7|-32600",
                "{}|-32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}|-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1}|-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}|-32600",
                "{\"jsonrpc\":\"2.0\",\"result\":{}}|-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}|-32602",
            })
    void M003_what_is_no_message_has_the_code_that_says_why(String text, int code) {
        assertThat(answer(RpcMessage.read(text))).contains("\"code\":" + code + ",");
    }

    @Test
    void M003_the_id_of_a_faulty_request_is_given_back_where_it_can_be_read() {
        assertThat(answer(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":7}")))
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":");
    }

    @Test
    void a_message_without_an_id_is_a_notification_whatever_its_parameters_are() {
        assertThat(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":[1]}"))
                .isInstanceOf(RpcMessage.Notification.class);
        assertThat(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":null}"))
                .isInstanceOf(RpcMessage.Notification.class);
    }

    @Test
    void a_result_and_an_error_are_responses() {
        assertThat(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"))
                .isInstanceOf(RpcMessage.Result.class);
        assertThat(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"no\"}}"))
                .isInstanceOfSatisfying(
                        RpcMessage.Failure.class,
                        failure -> assertThat(failure.message()).isEqualTo("no"));
    }

    @Test
    void M005_a_message_is_64_containers_deep_at_most() {
        String start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":";

        assertThat(RpcMessage.read(start + DEEPEST + "}}")).isInstanceOf(RpcMessage.Request.class);
        assertThat(answer(RpcMessage.read(start + "[" + DEEPEST + "]}}"))).contains("-32700");
    }

    @Test
    void M004_no_error_repeats_what_was_received() {
        assertThat(answer(RpcMessage.read(
                        "{\"jsonrpc\":\"2.0\",\"secret\":\"s3cr3t\",\"id\":1,\"method\":{\"s3cr3t\":1}}")))
                .doesNotContain("s3cr3t");
        assertThat(answer(RpcMessage.read("s3cr3t"))).doesNotContain("s3cr3t");
    }

    private static String answer(RpcMessage message) {
        return Clients.answer(new ServerConnection(Clients.PROFILE), message);
    }
}
