package io.tapgateway.transport.ws.frame;

import static io.tapgateway.transport.ws.fuzz.Checks.require;

import io.tapgateway.protocol.model.CloseCode;
import jakarta.websocket.CloseReason;
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
 * Any bytes are frames that may be passed on or end the connection once: texts to the endpoint, whole control frames,
 * unmasked, to the library; and how many bytes come at a time changes nothing (T-25).
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
        lane.receiveWith(tyrus);
        FrameReader reader = new FrameReader(tyrus, writer, lane, () -> now[0] += 1_000_000);
        for (int from = 0; from < input.length; from += size) {
            reader.handle(ByteBuffer.wrap(Arrays.copyOfRange(input, from, Math.min(input.length, from + size))));
            require(!tyrus.noted, "a batch without a pause at its end");
        }
        return tyrus;
    }

    /** Stands in for Tyrus and for the endpoint; joins the parts of a text, which may be cut anywhere. */
    private static final class Recorder implements Connection, ReadHandler, TextLane.Receiver {
        final List<Integer> closes = new ArrayList<>();
        private final List<String> events = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private long textBytes;

        /** A text has come, and no pause after it. */
        private boolean noted;

        /** What came; what had come of a text that turned out not to be one says nothing. */
        List<String> flow() {
            List<String> all = new ArrayList<>(events);
            if (!closes.contains(CloseCode.INVALID_TEXT.code())) {
                all.add(text.toString());
            }
            return all;
        }

        @Override
        public void handle(ByteBuffer bytes) {
            while (bytes.hasRemaining()) {
                require(closes.isEmpty(), "input after the end");
                require(!noted, "a control frame without a pause before it");
                int first = bytes.get() & 0xFF;
                int length = bytes.get() & 0xFF;
                require(length <= FrameHeader.MAX_CONTROL_PAYLOAD, "masked, or longer than a control frame may be");
                byte[] payload = new byte[length];
                bytes.get(payload);
                require((first & 0xF0) == 0x80 && (first & 0xF) >= FrameHeader.CLOSE, "no whole control frame");
                events.add("control " + first + " " + Arrays.toString(payload) + " after " + text.length());
            }
        }

        @Override
        public void onCut() {}

        @Override
        public void onPause() {
            noted = false;
        }

        @Override
        public void onText(String part, int bytes, boolean last, long left) {
            require(closes.isEmpty(), "a text after the end");
            noted = true;
            text.append(part);
            textBytes += bytes;
            if (last) {
                require(
                        text.toString().getBytes(StandardCharsets.UTF_8).length == textBytes,
                        "a text of another length");
                events.add("text " + text);
                text.setLength(0);
                textBytes = 0;
            }
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
            require(!noted, "an end without a pause before it");
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
