package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebSocketTransportTest {
    private final RecordingPort port = new RecordingPort();
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport = WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
    }

    @AfterEach
    void stop() {
        transport.close();
    }

    @Test
    void a_message_reaches_the_gateway_with_its_length() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            client.send("{\"type\":\"goodbye\",\"reason\":\"bä\"}");

            RecordingPort.Received received = port.opened().nextReceived();

            assertThat(received.bytes()).isEqualTo(33);
            assertThat(received.message())
                    .isInstanceOfSatisfying(
                            Decoded.Valid.class,
                            valid -> assertThat(valid.message()).isInstanceOf(Goodbye.class));
        }
    }

    @Test
    void what_the_gateway_sends_arrives_in_order_and_before_the_close() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            RecordingPort.RecordingLink link = port.opened();

            for (int i = 0; i < 200; i++) {
                link.outlet.send(event(i));
            }
            link.outlet.close(CloseCode.AUTH_FAILED, "Who are you?");
            link.outlet.flush();

            for (int i = 0; i < 200; i++) {
                assertThat(client.read().text()).contains("\"event\":\"e" + i + "\"");
            }
            RawClient.Frame close = client.read();
            assertThat(close.closeCode()).isEqualTo(4401);
            assertThat(close.closeReason()).isEqualTo("Who are you?");
            assertThat(link.nextClose()).isEqualTo(CloseCode.AUTH_FAILED);
        }
    }

    @Test
    void a_ping_of_the_gateway_is_answered_with_a_pong() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            RecordingPort.RecordingLink link = port.opened();

            link.outlet.ping();
            link.outlet.flush();
            RawClient.Frame ping = client.read();
            client.send(RawClient.FINAL | RawClient.PONG, new byte[0]);

            assertThat(ping.opcode()).isEqualTo(RawClient.PING);
            link.awaitPong();
        }
    }

    private static SessionEvent event(int number) {
        return new SessionEvent(new SessionId("s1"), "e" + number, JsonValue.NULL, 0);
    }
}
