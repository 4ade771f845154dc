package io.tapgateway.transport.ws.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.Depth;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Proper messages, cut at random into frames and into packets, with pings and pongs at random places (D-016). */
class RandomFragmentsTest {
    private static final int MESSAGES = Depth.of(20_000, 100_000, 1_000_000);
    private static final int MESSAGES_PER_CONNECTION = 500;
    private static final int CONTROL_FRAMES = 20;
    private static final String[] CHARACTERS = {"x", "A", " ", "\u00e4", "\u20ac", "\ud83d\ude00", "\udbff\udffd"};

    @Test
    void D016_messages_arrive_whole_and_in_order_however_they_are_cut() throws Exception {
        GoodbyePort port = new GoodbyePort();
        try (WebSocketTransport transport =
                WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0))) {
            for (int seed = 0; seed < MESSAGES / MESSAGES_PER_CONNECTION; seed++) {
                talk(transport.port(), port, seed);
            }
        }
    }

    private static void talk(int server, GoodbyePort port, int seed) throws Exception {
        Random random = new Random(seed);
        List<String> sent = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        try (RawPeer peer = RawPeer.connect(server)) {
            Script script = new Script(random, expected);
            for (int i = 0; i < MESSAGES_PER_CONNECTION; i++) {
                String reason = text(random);
                sent.add(reason);
                script.say(GoodbyePort.message(reason));
            }
            sendInPackets(peer, script.bytes(), random);
            peer.send(Outcome.FAREWELL);
            expected.addAll(List.of("close 1000", RawPeer.END));

            assertThat(peer.readToEnd()).as("seed %d", seed).isEqualTo(expected);
            assertThat(port.heard()).as("seed %d", seed).isEqualTo(sent);
        }
    }

    /** Short as a rule, and sometimes long. */
    private static String text(Random random) {
        int length = random.nextInt(100) == 0 ? random.nextInt(20_000) : random.nextInt(80);
        String often = CHARACTERS[random.nextInt(CHARACTERS.length)];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(random.nextBoolean() ? often : CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }

    private static void sendInPackets(RawPeer peer, byte[] bytes, Random random) throws IOException {
        int most = random.nextBoolean() ? 200 : 40_000;
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(most));
            peer.send(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
    }

    /** Frames in a row, and the pongs that the pings among them must bring. */
    private static final class Script {
        private final Random random;
        private final List<String> pongs;
        private final ByteArrayOutputStream frames = new ByteArrayOutputStream();
        private int pings;
        private int unasked;

        Script(Random random, List<String> pongs) {
            this.random = random;
            this.pongs = pongs;
        }

        void say(String message) {
            byte[] text = Frame.utf8(message);
            int opcode = Frame.TEXT;
            int from = 0;
            boolean last;
            do {
                int to = random.nextInt(3) == 0 ? text.length : from + random.nextInt(text.length - from + 1);
                last = to == text.length && random.nextInt(8) > 0;
                Frame frame =
                        Frame.of(opcode, Arrays.copyOfRange(text, from, to)).masked(random.nextInt());
                frames.writeBytes((last ? frame : frame.more()).bytes());
                opcode = Frame.CONTINUATION;
                from = to;
                interject();
            } while (!last);
        }

        byte[] bytes() {
            return frames.toByteArray();
        }

        private void interject() {
            if (pings < CONTROL_FRAMES && random.nextInt(60) == 0) {
                pings++;
                frames.writeBytes(Frame.of(Frame.PING, "ping " + pings).bytes());
                pongs.add("pong ping " + pings);
            }
            if (unasked < CONTROL_FRAMES && random.nextInt(60) == 0) {
                unasked++;
                frames.writeBytes(Frame.of(Frame.PONG, "unasked").bytes());
            }
        }
    }
}
