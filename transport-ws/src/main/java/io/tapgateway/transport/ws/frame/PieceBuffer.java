package io.tapgateway.transport.ws.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.glassfish.tyrus.spi.ReadHandler;
import org.jspecify.annotations.Nullable;

/**
 * Collects unmasked frames, and parts of frames, for Tyrus. What was added is passed on when the buffer is full and at the end of
 * each batch; nothing is kept from one batch to the next. Confined to the I/O thread of its connection.
 */
final class PieceBuffer {
    /** The longest text that is handed out as such, in bytes. */
    static final int MAX_TEXT = 64 << 10;

    private static final int SIZE = MAX_TEXT;
    private static final int HEADER = 10;
    private static final char REPLACEMENT = '\uFFFD';
    private static final int SHORT_LENGTHS = 126;
    private static final int TWO_BYTE_LENGTHS = 1 << 16;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

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

    /** The text of a whole frame, if it certainly is UTF-8; nothing may be collected at the moment. */
    @Nullable
    String text(FrameHeader header, ByteBuffer data, int count) {
        byte[] scratch = SCRATCH.get();
        data.get(scratch, 0, count);
        unmask(scratch, 0, count, header.mask());
        String text = new String(scratch, 0, count, UTF_8);
        // Also stands for what could not be decoded.
        return text.indexOf(REPLACEMENT) < 0 ? text : null;
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
        unmask(scratch, length, count, Integer.rotateLeft(header.mask(), 8 * (int) (position & 3)));
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

    private static void unmask(byte[] bytes, int from, int count, int mask) {
        long wide = ((long) mask << 32) | (mask & 0xFFFF_FFFFL);
        int i = from;
        for (; i + Long.BYTES <= from + count; i += Long.BYTES) {
            LONGS.set(bytes, i, (long) LONGS.get(bytes, i) ^ wide);
        }
        int key = mask;
        for (; i < from + count; i++) {
            key = Integer.rotateLeft(key, 8);
            bytes[i] ^= (byte) key;
        }
    }
}
