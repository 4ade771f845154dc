package io.tapgateway.transport.ws;

import static io.tapgateway.transport.ws.Goodbyes.because;
import static io.tapgateway.transport.ws.Goodbyes.bytes;
import static io.tapgateway.transport.ws.Goodbyes.goodbye;
import static io.tapgateway.transport.ws.Goodbyes.reason;
import static io.tapgateway.transport.ws.RawClient.BINARY;
import static io.tapgateway.transport.ws.RawClient.CLOSE;
import static io.tapgateway.transport.ws.RawClient.FINAL;
import static io.tapgateway.transport.ws.RawClient.PING;
import static io.tapgateway.transport.ws.RawClient.PONG;
import static io.tapgateway.transport.ws.RawClient.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.InboundClass;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames byte by byte against a real port. */
class FramesTest {
    private static final int MANY = 5_000;

    private final WelcomingPort port = new WelcomingPort();

    @AutoClose
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport = WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
    }

    @Test
    void messages_arrive_in_the_order_in_which_they_were_sent_no_more_than_64_at_once() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            client.sendRaw(numbered(MANY));

            WelcomingPort.RecordingLink link = port.opened();

            for (int i = 0; i < MANY; i++) {
                assertThat(reason(link.nextReceived())).isEqualTo(String.valueOf(i));
            }
            assertThat(link.together.stream().max(Integer::compare)).hasValue(64);
        }
    }

    @Test
    void as_long_as_a_peer_is_unknown_its_messages_arrive_one_by_one() throws Exception {
        port.inbound = InboundClass.UNAUTHENTICATED;
        try (RawClient client = RawClient.connect(transport)) {
            client.sendRaw(numbered(MANY));

            WelcomingPort.RecordingLink link = port.opened();

            for (int i = 0; i < MANY; i++) {
                assertThat(reason(link.nextReceived())).isEqualTo(String.valueOf(i));
            }
            assertThat(link.together).hasSize(MANY);
        }
    }

    private static byte[] numbered(int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(RawClient.frame(FINAL | TEXT, bytes(because(String.valueOf(i)))));
        }
        return all.toByteArray();
    }

    @Test
    void a_frame_may_come_byte_by_byte() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            for (byte next : RawClient.frame(FINAL | TEXT, bytes(goodbye(200)))) {
                client.sendRaw(new byte[] {next});
            }
            for (byte next : RawClient.frame(FINAL | PING, bytes("ping"))) {
                client.sendRaw(new byte[] {next});
            }

            assertThat(port.opened().nextReceived().bytes()).isEqualTo(200);
            assertThat(client.read().text()).isEqualTo("ping");
        }
    }

    @Test
    void a_text_between_the_fragments_of_another_ends_the_connection_with_1002() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(TEXT, bytes("{"));
            client.send(FINAL | TEXT, bytes(goodbye(200)));

            assertThat(client.readClose().closeCode()).isEqualTo(1002);
            assertThat(link.received).isEmpty();
        }
    }

    @Test
    void D016_a_binary_frame_ends_the_connection_with_1003() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(FINAL | BINARY, bytes("{}"));

            assertThat(client.readClose().closeCode()).isEqualTo(1003);
            assertThat(link.nextClose()).isEqualTo(CloseCode.UNSUPPORTED_DATA);
        }
    }

    static Stream<byte[]> notUtf8() {
        return Stream.of(
                new byte[] {(byte) 0xFF},
                new byte[] {'a', (byte) 0x80},
                new byte[] {(byte) 0xC0, (byte) 0x80},
                new byte[] {(byte) 0xC3},
                new byte[] {(byte) 0xE2, (byte) 0x82},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xF0, (byte) 0x80, (byte) 0x80, (byte) 0x80});
    }

    @ParameterizedTest
    @MethodSource("notUtf8")
    void D016_text_that_is_not_UTF8_ends_the_connection_with_1007(byte[] text) throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(FINAL | TEXT, text);

            assertThat(client.readClose().closeCode()).isEqualTo(1007);
            assertThat(link.nextClose()).isEqualTo(CloseCode.INVALID_TEXT);
            assertThat(link.received).isEmpty();
        }
    }

    @Test
    void D016_a_character_may_be_spread_over_fragments() throws Exception {
        byte[] text = bytes("{\"type\":\"goodbye\",\"reason\":\"\u00e4\u20ac\ud83d\ude00\"}");
        try (RawClient client = RawClient.connect(transport)) {
            for (int i = 0; i < text.length; i++) {
                int last = i == text.length - 1 ? FINAL : 0;
                client.send(last | (i == 0 ? TEXT : 0), new byte[] {text[i]});
            }

            WelcomingPort.Received received = port.opened().nextReceived();

            assertThat(reason(received)).isEqualTo("\u00e4\u20ac\ud83d\ude00");
            assertThat(received.bytes()).isEqualTo(text.length);
        }
    }

    @Test
    void D016_characters_stay_whole_in_large_frames() throws Exception {
        String reason = "\ud83d\ude00\u20ac\u00e4x".repeat(50_000);
        try (RawClient client = RawClient.connect(transport)) {
            client.send(because(reason));

            assertThat(reason(port.opened().nextReceived())).isEqualTo(reason);
        }
    }

    static Stream<Arguments> illegalFrames() {
        byte[] unmasked = {(byte) (FINAL | TEXT), 2, '{', '}'};
        byte[] longForm = {(byte) (FINAL | TEXT), (byte) (0x80 | 126), 0, 2, 0, 0, 0, 0, '{', '}'};
        byte[] longestForm = ByteBuffer.allocate(14)
                .put((byte) (FINAL | TEXT))
                .put((byte) 0xFF)
                .putLong(65_535)
                .putInt(0)
                .array();
        byte[] negative = ByteBuffer.allocate(14)
                .put((byte) (FINAL | TEXT))
                .put((byte) 0xFF)
                .putLong(-1)
                .putInt(0)
                .array();
        byte[] longPing = ByteBuffer.allocate(8)
                .put((byte) (FINAL | PING))
                .put((byte) (0x80 | 126))
                .putShort((short) 126)
                .putInt(0)
                .array();
        return Stream.of(
                Arguments.of("not masked", unmasked),
                Arguments.of("RSV1", RawClient.frame(FINAL | 0x40 | TEXT, bytes("{}"))),
                Arguments.of("RSV2", RawClient.frame(FINAL | 0x20 | TEXT, bytes("{}"))),
                Arguments.of("RSV3", RawClient.frame(FINAL | 0x10 | TEXT, bytes("{}"))),
                Arguments.of("unknown data frame", RawClient.frame(FINAL | 3, bytes("{}"))),
                Arguments.of("unknown control frame", RawClient.frame(FINAL | 11, bytes("{}"))),
                Arguments.of("fragmented ping", RawClient.frame(PING, bytes("{}"))),
                Arguments.of("long ping", longPing),
                Arguments.of("length in a longer form than needed", longForm),
                Arguments.of("length in the longest form without need", longestForm),
                Arguments.of("negative length", negative),
                Arguments.of("continuation of nothing", RawClient.frame(FINAL, bytes("{}"))),
                Arguments.of("close with half a code", RawClient.frame(FINAL | CLOSE, new byte[1])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("illegalFrames")
    void D015_a_frame_that_breaks_the_RFC_ends_the_connection_with_1002(String name, byte[] frame) throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.sendRaw(frame);

            assertThat(client.readClose().closeCode()).isEqualTo(1002);
            assertThat(link.nextClose()).isEqualTo(CloseCode.POLICY_VIOLATION);
            assertThat(link.received).isEmpty();
        }
    }

    @Test
    void D015_a_new_message_within_a_fragmented_one_ends_the_connection_with_1002() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            client.send(TEXT, bytes("{"));
            client.send(FINAL | TEXT, bytes("{}"));

            assertThat(client.readClose().closeCode()).isEqualTo(1002);
        }
    }

    @Test
    void control_frames_may_come_within_a_fragmented_message() throws Exception {
        byte[] text = bytes(goodbye(100));
        try (RawClient client = RawClient.connect(transport)) {
            client.send(TEXT, Arrays.copyOf(text, 50));
            client.send(FINAL | PING, bytes("hello"));
            client.send(FINAL | PONG, new byte[0]);
            client.send(FINAL, Arrays.copyOfRange(text, 50, 100));

            assertThat(client.read()).isEqualTo(new RawClient.Frame(PONG, ByteBuffer.wrap(bytes("hello"))));
            WelcomingPort.RecordingLink link = port.opened();
            link.awaitPong();
            assertThat(link.nextReceived().bytes()).isEqualTo(100);
        }
    }

    @Test
    void T25_20_pings_a_second_are_answered_and_one_more_ends_the_connection() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            ByteArrayOutputStream pings = new ByteArrayOutputStream();
            for (int i = 0; i < 21; i++) {
                pings.writeBytes(RawClient.frame(FINAL | PING, bytes("p" + i)));
            }
            client.sendRaw(pings.toByteArray());

            for (int i = 0; i < 20; i++) {
                assertThat(client.read().text()).isEqualTo("p" + i);
            }
            assertThat(client.read().closeCode()).isEqualTo(1008);
        }
    }

    @Test
    void D023_what_follows_a_close_is_ignored() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            link.outlet.close(CloseCode.NORMAL, "bye");
            link.outlet.flush();
            assertThat(client.readClose().closeCode()).isEqualTo(1000);
            client.send(goodbye(100));
            client.sendClose(1000);

            assertThat(client.isEnded()).isTrue();
            assertThat(link.nextClose()).isEqualTo(CloseCode.NORMAL);
            assertThat(link.received).isEmpty();
        }
    }

    @Test
    void a_close_of_the_peer_is_answered_and_reported() throws Exception {
        try (RawClient client = RawClient.connect(transport)) {
            WelcomingPort.RecordingLink link = port.opened();

            client.send(goodbye(100));
            client.sendClose(1000);

            assertThat(client.read().closeCode()).isEqualTo(1000);
            assertThat(client.isEnded()).isTrue();
            assertThat(link.nextReceived().bytes()).isEqualTo(100);
            assertThat(link.nextClose()).isEqualTo(CloseCode.NORMAL);
        }
    }

    @Test
    void a_peer_that_vanishes_is_reported() throws Exception {
        RawClient client = RawClient.connect(transport);
        WelcomingPort.RecordingLink link = port.opened();

        client.close();

        assertThat(link.nextClose()).isEqualTo(CloseCode.GOING_AWAY);
    }
}
