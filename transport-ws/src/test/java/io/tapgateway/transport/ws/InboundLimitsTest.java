package io.tapgateway.transport.ws;

import static io.tapgateway.transport.ws.Goodbyes.because;
import static io.tapgateway.transport.ws.Goodbyes.bytes;
import static io.tapgateway.transport.ws.Goodbyes.goodbye;
import static io.tapgateway.transport.ws.Goodbyes.reason;
import static io.tapgateway.transport.ws.Goodbyes.sendFragments;
import static io.tapgateway.transport.ws.RawClient.FINAL;
import static io.tapgateway.transport.ws.RawClient.PING;
import static io.tapgateway.transport.ws.RawClient.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.PayloadRoom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a connection may send at a time, at each limit and one above. */
class InboundLimitsTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int EMPTY = because("").length();

    private final WelcomingPort port = new WelcomingPort();

    @AutoClose
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport = WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {31, 125, 126, 127, 65_535, 65_536, 65_537, 300_000})
    void a_message_of_any_length_arrives_whole(int size) throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            client.send(goodbye(size));

            WelcomingPort.Received received = port.opened().nextReceived();

            assertThat(received.bytes()).isEqualTo(size);
            assertThat(reason(received)).isEqualTo("x".repeat(size - EMPTY));
        }
    }

    static Stream<Arguments> classes() {
        return Stream.of(Arguments.of(InboundClass.STANDARD, 2 * MIB), Arguments.of(InboundClass.TOOL_RESULT, 5 * MIB));
    }

    @ParameterizedTest
    @MethodSource("classes")
    void D026_a_message_at_the_limit_is_taken_and_one_byte_more_is_reported(InboundClass inbound, int limit)
            throws Exception {
        port.inbound = inbound;
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(goodbye(limit));
            client.send(goodbye(limit + 1));
            client.send(goodbye(40));

            assertThat(reason(link.nextReceived())).hasSize(limit - EMPTY);
            assertTooLarge(link.nextReceived(), limit + 1);
            assertThat(link.nextReceived().bytes()).isEqualTo(40);
        }
    }

    @ParameterizedTest
    @MethodSource("classes")
    void D026_the_limit_holds_for_fragments_too(InboundClass inbound, int limit) throws Exception {
        port.inbound = inbound;
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            sendFragments(client, goodbye(limit), 1_000);
            sendFragments(client, goodbye(limit + 1), 1_000);

            assertThat(link.nextReceived().bytes()).isEqualTo(limit);
            assertTooLarge(link.nextReceived(), limit + 1);
        }
    }

    @Test
    void D025_limits_count_bytes_and_not_characters() throws Exception {
        String text = "{\"type\":\"goodbye\",\"reason\":\"" + "\u20ac".repeat(700_000) + "\"}";
        try (RawClient client = RawClient.connect(transport)) {
            client.send(text);

            assertTooLarge(port.opened().nextReceived(), 2_100_030);
        }
    }

    @Test
    void D026_before_authentication_the_limit_is_64_KiB_and_more_ends_the_connection() throws Exception {
        port.inbound = InboundClass.UNAUTHENTICATED;
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(goodbye(64 * KIB));
            client.send(goodbye(64 * KIB + 1));

            assertThat(link.nextReceived().bytes()).isEqualTo(64 * KIB);
            assertThat(client.readClose().closeCode()).isEqualTo(1009);
            assertThat(link.nextClose()).isEqualTo(CloseCode.MESSAGE_TOO_BIG);
            assertThat(link.received).isEmpty();
        }
    }

    @Test
    void D026_a_class_granted_later_counts_from_then_on() throws Exception {
        port.inbound = InboundClass.UNAUTHENTICATED;
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            link.outlet.admit(InboundClass.STANDARD);
            client.send(goodbye(64 * KIB + 1));

            assertThat(link.nextReceived().bytes()).isEqualTo(64 * KIB + 1);
        }
    }

    @Test
    void D027_up_to_16_MiB_are_passed_over_and_the_connection_stays() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(goodbye(16 * MIB));
            client.send(goodbye(40));

            assertTooLarge(link.nextReceived(), 16 * MIB);
            assertThat(link.nextReceived().bytes()).isEqualTo(40);
        }
    }

    @Test
    void D027_beyond_16_MiB_the_connection_ends_with_1009_after_it_was_said_what_came() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(goodbye(16 * MIB + 1));

            assertTooLarge(link.nextReceived(), 16 * MIB + 1);
            assertThat(client.readClose().closeCode()).isEqualTo(1009);
            assertThat(link.nextClose()).isEqualTo(CloseCode.MESSAGE_TOO_BIG);
        }
    }

    @Test
    void D027_what_could_be_read_of_a_large_message_is_reported() throws Exception {
        String text = "{\"type\":\"tool.result\",\"id\":\"call-7\",\"data\":\"" + "x".repeat(3 * MIB) + "\"}";
        try (RawClient client = RawClient.connect(transport)) {
            client.send(text);

            Decoded<ProviderMessage> received = port.opened().nextReceived().message();

            assertThat(received).isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> {
                assertThat(malformed.type().toString()).contains("tool.result");
                assertThat(malformed.correlation().toString()).contains("call-7");
                assertThat(malformed.reason()).contains("2097152");
            });
        }
    }

    @Test
    void T58_what_does_not_fit_waits_in_the_socket_until_there_is_room() throws Exception {
        transport.close();
        transport = WebSocketTransport.listen(
                port, WebSocketSettings.standard().withPort(0).withRoom(PayloadRoom.of(2 * MIB)));
        try (RawClient first = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink one = port.opened();
            RawClient second = RawClient.connect(transport);
            WelcomingPort.RecordingLink two = port.opened();

            first.send(TEXT, bytes("x".repeat(MIB - KIB)));
            first.send(FINAL | PING, bytes("taken"));
            assertThat(first.read().text()).isEqualTo("taken");
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(second, goodbye(MIB)));
            first.send(FINAL, bytes("x"));

            assertThat(one.nextReceived().bytes()).isEqualTo(MIB - KIB + 1);
            assertThat(two.nextReceived().bytes()).isEqualTo(MIB);
            assertThat(sent).succeedsWithin(PATIENCE);
            second.close();
        }
    }

    private static void send(RawClient client, String text) {
        try {
            client.send(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void D016_1024_fragments_are_taken_and_one_more_ends_the_connection() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            sendFragments(client, goodbye(1_024), 1_024);
            sendFragments(client, goodbye(1_025), 1_025);

            assertThat(link.nextReceived().bytes()).isEqualTo(1_024);
            assertThat(client.readClose().closeCode()).isEqualTo(1008);
            assertThat(link.nextClose()).isEqualTo(CloseCode.POLICY_VIOLATION);
        }
    }

    private static void assertTooLarge(WelcomingPort.Received received, int bytes) {
        assertThat(received.bytes()).isEqualTo(bytes);
        assertThat(received.message())
                .isInstanceOfSatisfying(
                        Decoded.Malformed.class,
                        malformed -> assertThat(malformed.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
    }
}
