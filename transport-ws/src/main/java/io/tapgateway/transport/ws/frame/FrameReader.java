package io.tapgateway.transport.ws.frame;

import io.tapgateway.protocol.model.CloseCode;
import jakarta.websocket.CloseReason;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.ReadHandler;

/**
 * Checks the frames of a client and passes them on unmasked: whole texts to the {@link TextLane}, all else to Tyrus, complete where they are complete, large ones part by part as they
 * arrive, so that nobody has to hold a whole one. An intermediary may cut a frame in two where no extension is in use (RFC 6455,
 * section 5.4). Confined to the I/O thread of its connection.
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
            pieces.passOn();
        } finally {
            batch.end();
        }
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
        } else if (header.opcode() == FrameHeader.BINARY) {
            refuse(CloseCode.UNSUPPORTED_DATA.code(), "The protocol is text");
        } else if (isTooFrequent()) {
            refuse(CloseCode.POLICY_VIOLATION.code(), "Too many control frames");
        } else if (isTooFragmented()) {
            refuse(CloseCode.POLICY_VIOLATION.code(), "Too many fragments in one message");
        }
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
        } else if (isWholeText(count, last)) {
            takeText(data, count);
        } else if (count > 0 || last) {
            pieces.add(header, passed, data, count, last);
        }
        passed += count;
        return last;
    }

    /** A text in one frame, all of which is there, not between the fragments of another message. */
    private boolean isWholeText(int count, boolean last) {
        return last
                && passed == 0
                && count <= PieceBuffer.MAX_TEXT
                && header.opcode() == FrameHeader.TEXT
                && header.isFinal()
                && !inMessage
                && lane.isOpen();
    }

    /** What is not UTF-8, or may not be, is for Tyrus to judge. */
    private void takeText(ByteBuffer data, int count) {
        int start = data.position();
        pieces.passOn();
        String text = pieces.text(header, data, count);
        if (text == null) {
            data.position(start);
            pieces.add(header, 0, data, count, true);
        } else {
            lane.receive(text, count);
        }
    }

    /** Control frames cannot be cut; they are small enough to wait for. */
    private void takeControlPayload(ByteBuffer data, int count, boolean last) {
        control.put(data.slice(data.position(), count));
        data.position(data.position() + count);
        if (last) {
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
        pieces.passOn();
        tyrus.close(new CloseReason(CloseReason.CloseCodes.getCloseCode(code), reason));
    }
}
