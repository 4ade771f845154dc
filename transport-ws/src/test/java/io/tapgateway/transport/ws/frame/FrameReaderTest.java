package io.tapgateway.transport.ws.frame;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.websocket.CloseReason;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.ReadHandler;
import org.glassfish.tyrus.spi.Writer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever way frames are cut on their way in, the same messages come out; and nonsense never gets through. */
class FrameReaderTest {
    private static final int ROUNDS = 200;

    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(0);
    private final RecordingTyrus tyrus = new RecordingTyrus();
    private long now;
    private final JoiningWriter writer = new JoiningWriter(new NoSocket(), timers);
    private final TextLane lane = new TextLane(writer);
    private final FrameReader reader = new FrameReader(tyrus, writer, lane, () -> now += 1_000_000_000);

    @AfterEach
    void stop() {
        timers.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void messages_come_out_whole_however_their_bytes_come_in(int seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        List<ByteBuffer> expected = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            if (random.nextInt(4) == 0) {
                byte[] ping = bytes(random, random.nextInt(126));
                wire.writeBytes(frame(random, 0x80 | FrameHeader.PING, ping));
                expected.add(ByteBuffer.wrap(ping));
            } else {
                byte[] message = bytes(random, size(random));
                writeFragments(random, wire, message);
                expected.add(ByteBuffer.wrap(message));
            }
        }

        feed(random, wire.toByteArray());

        assertThat(tyrus.messages).isEqualTo(expected);
        assertThat(tyrus.closes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void nonsense_is_refused_once_and_nothing_after_it_gets_through(int seed) {
        Random random = new Random(seed);
        byte[] good = bytes(random, 100);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        wire.writeBytes(frame(random, 0x80 | FrameHeader.TEXT, good));
        wire.write(0x80 | FrameHeader.TEXT);
        wire.write(random.nextInt(0x80));
        wire.writeBytes(bytes(random, 100_000));

        feed(random, wire.toByteArray());

        assertThat(tyrus.messages).containsExactly(ByteBuffer.wrap(good));
        assertThat(tyrus.closes).containsExactly(1002);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void texts_take_the_lane_and_everything_comes_out_in_order(int seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        List<ByteBuffer> expected = new ArrayList<>();
        lane.receiveWith(new Joined());
        for (int i = 0; i < ROUNDS; i++) {
            if (random.nextInt(4) == 0) {
                byte[] ping = bytes(random, random.nextInt(126));
                wire.writeBytes(frame(random, 0x80 | FrameHeader.PING, ping));
                expected.add(ByteBuffer.wrap(ping));
            } else {
                byte[] message = utf8(random, size(random));
                writeFragments(random, wire, message);
                expected.add(ByteBuffer.wrap(message));
            }
        }

        feed(random, wire.toByteArray());

        assertThat(tyrus.messages).isEqualTo(expected);
        assertThat(tyrus.closes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void D016_a_text_that_is_not_UTF8_ends_the_connection_however_its_bytes_come_in(int seed) {
        Random random = new Random(seed);
        byte[] good = utf8(random, size(random));
        byte[] bad = utf8(random, size(random));
        bad[random.nextInt(bad.length)] = (byte) 0xC0;
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        lane.receiveWith(new Joined());
        writeFragments(random, wire, good);
        writeFragments(random, wire, bad);
        writeFragments(random, wire, good);

        feed(random, wire.toByteArray());

        assertThat(tyrus.messages).containsExactly(ByteBuffer.wrap(good));
        assertThat(tyrus.closes).containsExactly(1007);
    }

    @Test
    void a_text_that_ends_within_a_character_is_not_UTF8() {
        lane.receiveWith(new Joined());

        reader.handle(ByteBuffer.wrap(frame(new Random(1), 0x80 | FrameHeader.TEXT, new byte[] {'a', (byte) 0xE2})));

        assertThat(tyrus.closes).containsExactly(1007);
    }

    @Test
    void the_character_that_stands_for_what_cannot_be_decoded_may_be_sent_itself() {
        byte[] replacement = "a\uFFFDb".getBytes(StandardCharsets.UTF_8);
        lane.receiveWith(new Joined());

        reader.handle(ByteBuffer.wrap(frame(new Random(1), 0x80 | FrameHeader.TEXT, replacement)));

        assertThat(tyrus.messages).containsExactly(ByteBuffer.wrap(replacement));
    }

    @ParameterizedTest
    @ValueSource(ints = {FrameHeader.TEXT, FrameHeader.CONTINUATION})
    void a_message_that_begins_within_another_or_goes_on_without_one_breaks_the_protocol(int opcode) {
        lane.receiveWith(new Joined());
        Random random = new Random(1);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        wire.writeBytes(
                frame(random, opcode == FrameHeader.TEXT ? FrameHeader.TEXT : 0x80 | FrameHeader.TEXT, new byte[1]));
        wire.writeBytes(frame(random, 0x80 | opcode, new byte[1]));

        reader.handle(ByteBuffer.wrap(wire.toByteArray()));

        assertThat(tyrus.closes).containsExactly(1002);
    }

    /** The endpoint: texts among the messages of Tyrus, so that their order shows. */
    private final class Joined implements TextLane.Receiver {
        private final StringBuilder text = new StringBuilder();
        private long length;

        @Override
        public void onText(String part, int bytes, boolean last, long left) {
            text.append(part);
            length += bytes;
            if (last) {
                byte[] received = text.toString().getBytes(StandardCharsets.UTF_8);
                assertThat(length).isEqualTo(received.length);
                tyrus.messages.add(ByteBuffer.wrap(received));
                text.setLength(0);
                length = 0;
            }
        }

        @Override
        public void onCut() {}

        @Override
        public void onPause() {}
    }

    private static byte[] utf8(Random random, int size) {
        StringBuilder text = new StringBuilder();
        while (text.length() <= size) {
            text.append(random.nextInt(10) == 0 ? "é中😀" : "abc");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void writeFragments(Random random, ByteArrayOutputStream wire, byte[] message) {
        int from = 0;
        boolean first = true;
        boolean last;
        do {
            int to = random.nextBoolean() ? message.length : from + random.nextInt(message.length - from + 1);
            last = to == message.length;
            int opcode = first ? FrameHeader.TEXT : FrameHeader.CONTINUATION;
            wire.writeBytes(frame(random, (last ? 0x80 : 0) | opcode, Arrays.copyOfRange(message, from, to)));
            from = to;
            first = false;
        } while (!last);
    }

    private static byte[] frame(Random random, int firstByte, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14);
        frame.put((byte) firstByte);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        byte[] mask = bytes(random, 4);
        frame.put(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ mask[i & 3]));
        }
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private void feed(Random random, byte[] wire) {
        for (int from = 0; from < wire.length; ) {
            int count = Math.min(wire.length - from, 1 + random.nextInt(random.nextBoolean() ? 10 : 100_000));
            reader.handle(ByteBuffer.wrap(wire, from, count));
            from += count;
        }
    }

    private static int size(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(3);
            case 1 -> random.nextInt(300);
            case 2 -> random.nextInt(10_000);
            default -> random.nextInt(200_000);
        };
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Puts frames together again, and allows nothing that Tyrus would not get from a client. */
    private static final class RecordingTyrus implements Connection, ReadHandler {
        final List<ByteBuffer> messages = new ArrayList<>();
        final List<Integer> closes = new ArrayList<>();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();

        @Override
        public void handle(ByteBuffer data) {
            while (data.hasRemaining()) {
                int first = data.get() & 0xFF;
                int length = data.get() & 0xFF;
                assertThat(length).as("length, not masked").isLessThan(127);
                byte[] payload = new byte[length == 126 ? data.getShort() & 0xFFFF : length];
                data.get(payload);
                if ((first & 0x8) != 0) {
                    messages.add(ByteBuffer.wrap(payload));
                } else {
                    take(first, payload);
                }
            }
        }

        private void take(int first, byte[] payload) {
            boolean begins = (first & 0xF) == FrameHeader.TEXT;
            assertThat(begins || (first & 0xF) == FrameHeader.CONTINUATION).isTrue();
            assertThat(begins && message.size() > 0).isFalse();
            message.writeBytes(payload);
            if ((first & 0x80) != 0) {
                messages.add(ByteBuffer.wrap(message.toByteArray()));
                message.reset();
            }
        }

        @Override
        public ReadHandler getReadHandler() {
            return this;
        }

        @Override
        public Writer getWriter() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CloseListener getCloseListener() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close(CloseReason reason) {
            closes.add(reason.getCloseCode().getCode());
        }
    }

    private static final class NoSocket extends Writer {
        @Override
        public void write(ByteBuffer buffer, CompletionHandler<ByteBuffer> handler) {
            throw new AssertionError("readers do not write");
        }

        @Override
        public void close() {}
    }
}
