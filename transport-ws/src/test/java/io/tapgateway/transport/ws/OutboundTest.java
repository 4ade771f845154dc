package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the gateway sends, as it arrives at peers that read, read late, or do not read. */
class OutboundTest {
    private static final SessionId SESSION = new SessionId("s1");
    private static final Pattern EVENT = Pattern.compile("\"event\":\"e(\\d+)\"");
    private static final Pattern DROPPED = Pattern.compile("\"dropped\":(\\d+)");

    private final WelcomingPort port = new WelcomingPort();

    @AutoClose
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport = WebSocketTransport.listen(
                port, WebSocketSettings.standard().withPort(0).withStallTimeout(Duration.ofMillis(700)));
    }

    @Test
    void what_the_gateway_sends_arrives_in_order_and_before_the_close() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            for (int i = 0; i < 2_000; i++) {
                link.outlet.send(event(i, 100));
            }
            link.outlet.close(CloseCode.NORMAL, "bye");
            link.outlet.flush();

            for (int i = 0; i < 2_000; i++) {
                assertThat(number(EVENT, client.read().text())).isEqualTo(i);
            }
            assertThat(client.read().closeCode()).isEqualTo(1000);
        }
    }

    @Test
    void a_large_message_arrives_whole() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            link.outlet.send(call(2_000_000));
            link.outlet.flush();

            assertThat(client.read().text()).hasSizeGreaterThan(2_000_000).endsWith("x\"}}");
        }
    }

    @ParameterizedTest
    @EnumSource(CloseCode.class)
    void D018_the_peer_sees_every_close_code_and_its_reason(CloseCode code) throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            link.outlet.close(code, "because");
            link.outlet.flush();

            RawClient.Frame close = client.read();
            assertThat(close.closeCode()).isEqualTo(code.code());
            assertThat(close.closeReason()).isEqualTo("because");
            assertThat(link.nextClose()).isEqualTo(code);
        }
    }

    @Test
    void D020_a_peer_for_whom_there_is_no_room_after_all_is_told_why() throws Exception {
        port.onOpened = outlet -> {
            outlet.close(CloseCode.OVER_CAPACITY, "full");
            outlet.flush();
        };
        try (RawClient client = RawClient.connect(transport)) {
            assertThat(client.read().closeCode()).isEqualTo(1013);
            assertThat(port.opened().nextClose()).isEqualTo(CloseCode.OVER_CAPACITY);
        }
    }

    @Test
    void D018_a_peer_that_is_sending_sees_the_close_too() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();
            byte[] half = RawClient.frame(RawClient.FINAL | RawClient.TEXT, new byte[1 << 20]);

            client.sendRaw(java.util.Arrays.copyOf(half, half.length / 2));
            link.outlet.close(CloseCode.POLICY_VIOLATION, "enough");
            link.outlet.flush();
            client.sendRaw(java.util.Arrays.copyOfRange(half, half.length / 2, half.length));

            assertThat(client.read().closeCode()).isEqualTo(1008);
            client.sendClose(1008);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void a_close_reason_is_cut_to_what_a_frame_holds() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            link.outlet.close(CloseCode.NORMAL, "\u20ac".repeat(100));
            link.outlet.flush();

            assertThat(client.read().closeReason()).isEqualTo("\u20ac".repeat(41));
        }
    }

    @Test
    void D019_a_peer_that_reads_late_misses_events_and_is_told_how_many() throws Exception {
        WebSocketSettings patient = WebSocketSettings.standard().withPort(0);
        try (WebSocketTransport waiting = WebSocketTransport.listen(port, patient);
                RawClient client = RawClient.connect(waiting)) {
            WelcomingPort.RecordingLink link = port.opened();
            int count = 20_000;

            for (int i = 0; i < count; i++) {
                link.outlet.send(event(i, 2_000));
                link.outlet.flush();
            }

            int last = -1;
            int arrived = 0;
            long dropped = 0;
            while (last < count - 1) {
                String text = client.read().text();
                int next = number(EVENT, text);
                assertThat(next).isGreaterThan(last);
                last = next;
                arrived++;
                dropped += Math.max(0, number(DROPPED, text));
            }
            assertThat(dropped).isPositive();
            assertThat(arrived + dropped).isEqualTo(count);
            assertThat(link.closes).isEmpty();
        }
    }

    @Test
    void D019_a_peer_that_lets_too_much_pile_up_is_closed_with_4429() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            int sent = 0;
            while (link.closes.isEmpty() && sent < 100) {
                link.outlet.send(call(1_000_000));
                link.outlet.flush();
                sent++;
            }

            assertThat(link.closes).containsExactly(CloseCode.SLOW_CONSUMER);
            assertThat(sent).isBetween(9, 30);
            assertThat(client.readClose().closeCode()).isEqualTo(4429);
        }
    }

    @Test
    void D019_a_peer_that_stops_reading_is_closed_with_4429_before_much_piles_up() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            for (int i = 0; i < 8; i++) {
                link.outlet.send(call(1_000_000));
            }
            link.outlet.flush();

            assertThat(link.nextClose()).isEqualTo(CloseCode.SLOW_CONSUMER);
            assertThat(client.readClose().closeCode()).isEqualTo(4429);
        }
    }

    private static SessionEvent event(int number, int size) {
        return new SessionEvent(SESSION, "e" + number, JsonValue.of("x".repeat(size)), 0);
    }

    private static ToolCall call(int size) {
        return new ToolCall(
                new CallId("c1"),
                SESSION,
                new ToolName("greet"),
                JsonValue.object(Map.of("text", JsonValue.of("x".repeat(size)))));
    }

    private static int number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
