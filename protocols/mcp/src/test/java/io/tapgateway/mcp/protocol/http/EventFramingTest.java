package io.tapgateway.mcp.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.McpLimit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventFramingTest {
    private final EventFraming framing = new EventFraming();

    private List<ServerEvent> receive(String text) {
        return framing.receive(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void M070_events_come_whatever_ends_their_lines(String end) {
        String text = String.join(
                end, "\uFEFF: a comment", "id: 7", "event: message", "retry: 500", "data: {", "data: }", "", "");

        assertThat(receive(text + "data: x" + end + end))
                .containsExactly(
                        new ServerEvent(
                                Optional.of("7"), "message", Optional.of("{\n}"), Optional.of(Duration.ofMillis(500))),
                        new ServerEvent(Optional.empty(), "message", Optional.of("x"), Optional.empty()));
    }

    @Test
    void M070_an_event_without_data_says_where_the_stream_is() {
        assertThat(receive("id: 1-0\ndata:\n\nunknown: x\n\n"))
                .containsExactly(new ServerEvent(Optional.of("1-0"), "message", Optional.empty(), Optional.empty()));
    }

    @Test
    void M070_bytes_may_be_cut_anywhere() {
        byte[] text =
                "id: ä\r\n\r\ndata: größer\r\ndata: 𝄞\r\n\r\nid: 2\rdata: x\r\r".getBytes(StandardCharsets.UTF_8);
        List<ServerEvent> whole = framing.receive(text);
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            EventFraming pieces = new EventFraming();
            List<ServerEvent> found = new ArrayList<>();
            for (int at = 0; at < text.length; ) {
                int next = Math.min(text.length, at + 1 + random.nextInt(5));
                found.addAll(pieces.receive(java.util.Arrays.copyOfRange(text, at, next)));
                at = next;
            }
            assertThat(found).isEqualTo(whole).hasSize(2);
        }
    }

    @Test
    void M070_ids_that_nobody_can_give_back_are_none() {
        assertThat(receive("id: a b\n\nid: " + "x".repeat(McpLimit.ID_CHARACTERS.most() + 1) + "\n\n"))
                .isEmpty();
        assertThat(receive("id: " + "x".repeat(McpLimit.ID_CHARACTERS.most()) + "\n\nretry: soon\n\n"))
                .hasSize(1);
    }

    @Test
    void M070_an_event_has_a_limit() {
        String line = "data: " + "x".repeat(1 << 20) + "\n";
        for (int i = 0; i < 5; i++) {
            receive(line);
        }
        receive("data: " + "x".repeat((1 << 20) - 6 - 4));
        assertThat(framing.waiting()).isEqualTo(McpLimit.MESSAGE_BYTES.most());
        assertThat(framing.isTooLong()).isFalse();

        receive("x");

        assertThat(framing.isTooLong()).isTrue();
        assertThat(framing.waiting()).isZero();
        assertThat(receive("\n\ndata: next\n\n")).isEmpty();
    }
}
