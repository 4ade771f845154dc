package io.tapgateway.transport.ws.frame;

import java.nio.ByteBuffer;
import org.glassfish.tyrus.spi.ReadHandler;

/**
 * Collects unmasked frames, and parts of frames, for Tyrus. What was added is passed on when the buffer is full and at
 * the end of each batch; nothing is kept from one batch to the next. Confined to the I/O thread of its connection.
 */
final class PieceBuffer {
    private static final int SIZE = 64 << 10;
    private static final int HEADER = 10;
    private static final int SHORT_LENGTHS = 126;
    private static final int TWO_BYTE_LENGTHS = 1 << 16;

    /** One for each I/O thread: a batch is handled on one thread and never nested. */
    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[SIZE]);

    private final ReadHandler tyrus;
    private int length;

    PieceBuffer(ReadHandler tyrus) {
        this.tyrus = tyrus;
    }

    /**
     * Adds a part of a frame.
     *
     * @param passed how many bytes of its payload were added before
     * @param count how many bytes to take from {@code data}
     * @param last whether its payload ends with them
     */
    void add(FrameHeader header, long passed, ByteBuffer data, int count, boolean last) {
        int left = count;
        long position = passed;
        do {
            if (SIZE - length < HEADER + Math.min(left, SIZE / 2)) {
                passOn();
            }
            int part = Math.min(left, SIZE - length - HEADER);
            left -= part;
            addPart(header, position, data, part, last && left == 0);
            position += part;
        } while (left > 0);
    }

    /** Hands over what was collected. */
    void passOn() {
        if (length > 0) {
            int complete = length;
            length = 0;
            tyrus.handle(ByteBuffer.wrap(SCRATCH.get(), 0, complete));
        }
    }

    private void addPart(FrameHeader header, long position, ByteBuffer data, int count, boolean last) {
        byte[] scratch = SCRATCH.get();
        int opcode = position == 0 ? header.opcode() : FrameHeader.CONTINUATION;
        scratch[length++] = (byte) (opcode | (last && header.isFinal() ? 0x80 : 0));
        putLength(scratch, count);
        data.get(scratch, length, count);
        header.unmask(scratch, length, count, position);
        length += count;
    }

    private void putLength(byte[] scratch, int count) {
        if (count < SHORT_LENGTHS) {
            scratch[length++] = (byte) count;
        } else if (count < TWO_BYTE_LENGTHS) {
            scratch[length++] = (byte) SHORT_LENGTHS;
            scratch[length++] = (byte) (count >> 8);
            scratch[length++] = (byte) count;
        } else {
            throw new IllegalStateException("putLength: a part of " + count + " bytes");
        }
    }
}
