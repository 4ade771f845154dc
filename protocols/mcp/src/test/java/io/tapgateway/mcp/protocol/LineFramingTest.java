package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineFramingTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":\"ä€😀\",\"method\":\"ping\"}";
    private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":\"ä€😀\",\"result\":{}}";

    private final LineFraming framing = new LineFraming();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 1_000})
    void messages_are_the_same_however_the_bytes_come(int part) {
        byte[] bytes = (PING + "\n\r\n \n" + PING + "\r\n" + PING + "\n").getBytes(StandardCharsets.UTF_8);
        List<RpcMessage> messages = new ArrayList<>();
        for (int start = 0; start < bytes.length; start += part) {
            byte[] next = Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + part));
            messages.addAll(framing.receive(next, next.length));
        }

        assertThat(answers(messages)).containsExactly(PONG, PONG, PONG);
    }

    @Test
    void only_what_was_read_counts() {
        byte[] bytes = (PING + "\n" + PING + "\n").getBytes(StandardCharsets.UTF_8);

        assertThat(framing.receive(bytes, bytes.length / 2)).hasSize(1);
    }

    @Test
    void M005_a_line_has_5_MiB_at_most_and_the_next_one_is_read_as_ever() {
        String longest = line(McpLimit.LINE_BYTES.most());
        String tooLong = line(McpLimit.LINE_BYTES.most() + 1);

        assertThat(answers(receive(longest + "\n"))).containsExactly(PONG);
        assertThat(answers(receive(tooLong + "\n" + PING + "\n")))
                .containsExactly(
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":"
                                + "\"A message has at most 5242880 bytes.\"}}",
                        PONG);
    }

    @Test
    void M003_a_line_that_is_not_UTF_8_is_no_JSON() {
        byte[] bytes = {'"', (byte) 0xC3, '"', '\n'};

        assertThat(answers(framing.receive(bytes, bytes.length)))
                .singleElement()
                .asString()
                .contains("\"id\":null", "-32700");
    }

    private static String line(int bytes) {
        int padding = bytes - PING.getBytes(StandardCharsets.UTF_8).length;
        return PING.substring(0, PING.length() - 1) + " ".repeat(padding) + "}";
    }

    private List<RpcMessage> receive(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return framing.receive(bytes, bytes.length);
    }

    private static List<String> answers(List<RpcMessage> messages) {
        ServerConnection connection = new ServerConnection(Clients.PROFILE);
        return messages.stream().map(it -> Clients.answer(connection, it)).toList();
    }
}
