package io.tapgateway.transport.ws.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header of the frame that is being read, which may come in byte by byte. Confined to the I/O thread of its
 * connection.
 */
final class FrameHeader {
    static final int CONTINUATION = 0x0;
    static final int TEXT = 0x1;
    static final int BINARY = 0x2;
    static final int CLOSE = 0x8;
    static final int PING = 0x9;
    static final int PONG = 0xA;
    static final int MAX_CONTROL_PAYLOAD = 125;

    private static final int MAX_HEADER = 14;
    private static final int MASK_BYTES = 4;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes = new byte[MAX_HEADER];
    private int have;

    /** Takes what is still missing, and returns whether the header is complete. */
    boolean read(ByteBuffer data) {
        while (have < size()) {
            if (!data.hasRemaining()) {
                return false;
            }
            bytes[have++] = data.get();
        }
        return true;
    }

    void reset() {
        have = 0;
    }

    /** Whether RFC 6455 allows a client to send this frame, as far as the frame alone can tell. */
    boolean isLegal() {
        return isMasked() && (bytes[0] & 0x70) == 0 && isKnown() && isShortest() && (!isControl() || isControlSized());
    }

    boolean isFinal() {
        return (bytes[0] & 0x80) != 0;
    }

    int opcode() {
        return bytes[0] & 0xF;
    }

    /** From here on the frame is one of text. */
    void becomeText() {
        bytes[0] = (byte) ((bytes[0] & 0xF0) | TEXT);
    }

    boolean isControl() {
        return (bytes[0] & 0x8) != 0;
    }

    long length() {
        return switch (shortLength()) {
            case 126 -> number(2);
            case 127 -> number(8);
            default -> shortLength();
        };
    }

    /** Takes the mask off a part of the payload, before which there were {@code position} bytes of it. */
    void unmask(byte[] bytes, int from, int count, long position) {
        int mask = Integer.rotateLeft(mask(), Byte.SIZE * (int) (position & 3));
        long wide = ((long) mask << Integer.SIZE) | (mask & 0xFFFF_FFFFL);
        int i = from;
        for (; i + Long.BYTES <= from + count; i += Long.BYTES) {
            LONGS.set(bytes, i, (long) LONGS.get(bytes, i) ^ wide);
        }
        int key = mask;
        for (; i < from + count; i++) {
            key = Integer.rotateLeft(key, Byte.SIZE);
            bytes[i] ^= (byte) key;
        }
    }

    /** The mask as the first four payload bytes see it, most significant byte first. */
    private int mask() {
        int key = 0;
        for (int i = have - MASK_BYTES; i < have; i++) {
            key = (key << 8) | (bytes[i] & 0xFF);
        }
        return key;
    }

    /** How long the header is, as far as is known; grows with the second byte. */
    private int size() {
        return have < 2 ? 2 : 2 + lengthBytes() + (isMasked() ? MASK_BYTES : 0);
    }

    private boolean isMasked() {
        return (bytes[1] & 0x80) != 0;
    }

    private int shortLength() {
        return bytes[1] & 0x7F;
    }

    private int lengthBytes() {
        return switch (shortLength()) {
            case 126 -> 2;
            case 127 -> 8;
            default -> 0;
        };
    }

    private long number(int size) {
        long value = 0;
        for (int i = 2; i < 2 + size; i++) {
            value = (value << 8) | (bytes[i] & 0xFF);
        }
        return value;
    }

    private boolean isKnown() {
        return opcode() <= BINARY || (opcode() >= CLOSE && opcode() <= PONG);
    }

    private boolean isShortest() {
        return switch (lengthBytes()) {
            case 2 -> length() > MAX_CONTROL_PAYLOAD;
            case 8 -> length() > 0xFFFF;
            default -> true;
        };
    }

    private boolean isControlSized() {
        return isFinal() && shortLength() <= MAX_CONTROL_PAYLOAD;
    }
}
