package io.tapgateway.transport.ws.frame;

import io.tapgateway.protocol.model.CloseCode;
import jakarta.websocket.CloseReason;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.ReadHandler;

/**
 * Checks the frames of a client and passes them on unmasked: texts to the {@link TextLane} if it is open, all else to
 * Tyrus. What is complete is passed on complete, what is large part by part as it arrives, so that nobody has to hold a
 * whole one: an intermediary may cut a frame in two where no extension is in use (RFC 6455, section 5.4). Confined to
 * the I/O thread of its connection.
 */
final class FrameReader implements ReadHandler {
    private static final int PROTOCOL_ERROR = 1002;
    private static final int MAX_CONTROL_FRAMES_PER_SECOND = 20;
    private static final int MAX_FRAGMENTS = 1_024;

    private final Connection tyrus;
    private final JoiningWriter writer;
    private final TextLane lane;
    private final LongSupplier nanos;
    private final PieceBuffer pieces;
    private final TextDecoder decoder = new TextDecoder();
    private final FrameHeader header = new FrameHeader();
    private final ByteBuffer control = ByteBuffer.allocate(FrameHeader.MAX_CONTROL_PAYLOAD);
    private final ControlFrameRate pings = new ControlFrameRate(MAX_CONTROL_FRAMES_PER_SECOND);
    private final ControlFrameRate pongs = new ControlFrameRate(MAX_CONTROL_FRAMES_PER_SECOND);

    private boolean inPayload;
    private long passed;
    private int fragments;
    private boolean inMessage;
    private boolean broken;

    FrameReader(Connection tyrus, JoiningWriter writer, TextLane lane, LongSupplier nanos) {
        this.tyrus = tyrus;
        this.writer = writer;
        this.lane = lane;
        this.nanos = nanos;
        this.pieces = new PieceBuffer(tyrus.getReadHandler());
    }

    @Override
    public void handle(ByteBuffer data) {
        InputBatch batch = InputBatch.begin();
        try {
            while (!broken && advance(data)) {
                // As long as the data leads further.
            }
            passOn();
        } finally {
            batch.end();
        }
    }

    /** Nothing stays from one batch to the next, and nothing overtakes. */
    private void passOn() {
        lane.pause();
        pieces.passOn();
    }

    /** Takes one step, and returns whether there may be another. */
    private boolean advance(ByteBuffer data) {
        if (!inPayload) {
            if (!header.read(data)) {
                return false;
            }
            checkHeader();
            inPayload = true;
            passed = 0;
            return true;
        }
        if (!takePayload(data)) {
            return false;
        }
        endFrame();
        return data.hasRemaining();
    }

    private void checkHeader() {
        if (!header.isLegal()) {
            refuse(PROTOCOL_ERROR, "This frame breaks RFC 6455");
        } else if (writer.isEnding()) {
            return;
        } else if (header.opcode() == FrameHeader.BINARY && !lane.takesBinary()) {
            refuse(CloseCode.UNSUPPORTED_DATA.code(), "The protocol is text");
        } else if (!isInOrder()) {
            refuse(PROTOCOL_ERROR, "The fragments of a message come one after the other");
        } else if (isTooFrequent()) {
            refuse(CloseCode.POLICY_VIOLATION.code(), "Too many control frames");
        } else if (isTooFragmented()) {
            refuse(CloseCode.POLICY_VIOLATION.code(), "Too many fragments in one message");
        } else if (header.opcode() == FrameHeader.BINARY) {
            header.becomeText();
        }
    }

    /** Messages do not interleave. */
    private boolean isInOrder() {
        return header.isControl() || inMessage == (header.opcode() == FrameHeader.CONTINUATION);
    }

    private boolean isTooFrequent() {
        return switch (header.opcode()) {
            case FrameHeader.PING -> pings.isExceeded(nanos.getAsLong());
            case FrameHeader.PONG -> pongs.isExceeded(nanos.getAsLong());
            default -> false;
        };
    }

    private boolean isTooFragmented() {
        if (header.isControl()) {
            return false;
        }
        fragments = header.opcode() == FrameHeader.CONTINUATION ? fragments + 1 : 1;
        return fragments > MAX_FRAGMENTS;
    }

    /** Takes what has come of the payload, and returns whether it is complete. */
    private boolean takePayload(ByteBuffer data) {
        long left = header.length() - passed;
        int count = (int) Math.min(left, data.remaining());
        boolean last = count == left;
        if (writer.isEnding()) {
            data.position(data.position() + count);
        } else if (header.isControl()) {
            takeControlPayload(data, count, last);
        } else if (count > 0 || last) {
            takeDataPayload(data, count, last);
        }
        passed += count;
        return last;
    }

    private void takeDataPayload(ByteBuffer data, int count, boolean last) {
        if (lane.isOpen()) {
            pieces.passOn();
            takeText(data, count, last && header.isFinal());
        } else {
            pieces.add(header, passed, data, count, last);
        }
    }

    private void takeText(ByteBuffer data, int count, boolean last) {
        int done = 0;
        do {
            int part = Math.min(count - done, TextDecoder.MAX_PART);
            boolean complete = last && done + part == count;
            String text = decoder.decode(header, passed + done, data, part, complete);
            if (text == null) {
                refuse(CloseCode.INVALID_TEXT.code(), "A text has to be UTF-8");
                return;
            }
            done += part;
            lane.receive(text, part, complete, header.isFinal() ? header.length() - passed - done : TextLane.UNKNOWN);
        } while (done < count);
    }

    /** Control frames cannot be cut; they are small enough to wait for. */
    private void takeControlPayload(ByteBuffer data, int count, boolean last) {
        control.put(data.slice(data.position(), count));
        data.position(data.position() + count);
        if (last) {
            lane.pause();
            control.flip();
            pieces.add(header, 0, control, control.remaining(), true);
            control.clear();
        }
    }

    private void endFrame() {
        inPayload = false;
        if (!header.isControl()) {
            inMessage = !header.isFinal();
        }
        if (header.opcode() == FrameHeader.CLOSE) {
            writer.peerIsDone();
        }
        header.reset();
    }

    private void refuse(int code, String reason) {
        broken = true;
        lane.cut();
        passOn();
        tyrus.close(new CloseReason(CloseReason.CloseCodes.getCloseCode(code), reason));
    }
}
