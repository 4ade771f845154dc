package io.tapgateway.transport.ws.frame;

import static io.tapgateway.transport.ws.fuzz.Checks.require;

import jakarta.websocket.CloseReason;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.ReadHandler;
import org.glassfish.tyrus.spi.Writer;

/**
 * Any bytes are frames that may be passed on or end the connection once; what is passed on is complete, unmasked and of the kinds
 * that are taken; and how many bytes come at a time changes nothing (T-25).
 */
public final class FramesFuzz {
    private static final ScheduledThreadPoolExecutor NO_TIMERS = new ScheduledThreadPoolExecutor(0);
    private static final int SEVERAL = 3;

    private FramesFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Recorder whole = read(input, input.length);
        require(whole.closes.size() <= 1, "ended more than once");
        for (int size : new int[] {1, SEVERAL}) {
            Recorder parts = read(input, size);
            require(parts.closes.equals(whole.closes), "another end in other parts");
            require(parts.flow().equals(whole.flow()), "other frames in other parts");
        }
    }

    private static Recorder read(byte[] input, int size) {
        Recorder tyrus = new Recorder();
        long[] now = new long[1];
        JoiningWriter writer = new JoiningWriter(new NoSocket(), NO_TIMERS);
        TextLane lane = new TextLane(writer);
        lane.receiveWith(tyrus::takeText);
        FrameReader reader = new FrameReader(tyrus, writer, lane, () -> now[0] += 1_000_000);
        for (int from = 0; from < input.length; from += size) {
            reader.handle(ByteBuffer.wrap(Arrays.copyOfRange(input, from, Math.min(input.length, from + size))));
        }
        return tyrus;
    }

    /** Stands in for Tyrus; joins the parts of a frame, which may be cut anywhere. */
    private static final class Recorder implements Connection, ReadHandler {
        final List<Integer> closes = new ArrayList<>();
        private final List<String> events = new ArrayList<>();
        private final ByteArrayOutputStream data = new ByteArrayOutputStream();

        /** What came, with neighbouring data in one. */
        List<String> flow() {
            List<String> all = new ArrayList<>(events);
            all.add(data.toString(StandardCharsets.ISO_8859_1));
            return all;
        }

        @Override
        public void handle(ByteBuffer bytes) {
            while (bytes.hasRemaining()) {
                require(closes.isEmpty(), "input after the end");
                int first = bytes.get() & 0xFF;
                int length = bytes.get() & 0xFF;
                require(length < 127, "masked, or longer than a part may be");
                byte[] payload = new byte[length == 126 ? bytes.getShort() & 0xFFFF : length];
                bytes.get(payload);
                take(first, payload);
            }
        }

        private void take(int first, byte[] payload) {
            int opcode = first & 0xF;
            require((first & 0x70) == 0, "a reserved bit");
            require(
                    opcode != FrameHeader.BINARY && (opcode <= FrameHeader.TEXT || opcode >= FrameHeader.CLOSE),
                    "kind");
            if (opcode >= FrameHeader.CLOSE) {
                require((first & 0x80) != 0 && payload.length <= FrameHeader.MAX_CONTROL_PAYLOAD, "control frame");
                settle("control " + opcode + " " + Arrays.toString(payload));
            } else {
                if (opcode == FrameHeader.TEXT) {
                    settle("text");
                }
                data.writeBytes(payload);
                if ((first & 0x80) != 0) {
                    settle("end");
                }
            }
        }

        /** The short way, which only whole frames can take; as if it had come the long way. */
        void takeText(String text, int bytes) {
            byte[] payload = text.getBytes(StandardCharsets.UTF_8);
            require(payload.length == bytes, "a text of another length");
            take(0x80 | FrameHeader.TEXT, payload);
        }

        private void settle(String event) {
            events.add(data.toString(StandardCharsets.ISO_8859_1));
            events.add(event);
            data.reset();
        }

        @Override
        public ReadHandler getReadHandler() {
            return this;
        }

        @Override
        public Writer getWriter() {
            throw new UnsupportedOperationException("getWriter");
        }

        @Override
        public CloseListener getCloseListener() {
            throw new UnsupportedOperationException("getCloseListener");
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
