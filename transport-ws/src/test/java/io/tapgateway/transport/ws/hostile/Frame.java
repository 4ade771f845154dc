package io.tapgateway.transport.ws.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A frame as a client sends it, legal unless a method here makes it otherwise. Immutable. */
final class Frame {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private static final int FINAL = 0x80;
    private static final int MASK = 0x123456F7;

    /** FIN, reserved bits and opcode. */
    private final int first;

    /** Before masking. */
    private final byte[] payload;

    private final boolean masked;
    private final int mask;

    /** How many bytes of extended length there are: 0, 2 or 8. */
    private final int lengthBytes;

    /** What the header states. */
    private final long length;

    private Frame(int first, byte[] payload, boolean masked, int mask, int lengthBytes, long length) {
        this.first = first;
        this.payload = payload;
        this.masked = masked;
        this.mask = mask;
        this.lengthBytes = lengthBytes;
        this.length = length;
    }

    /** A final frame. */
    static Frame of(int opcode, byte[] payload) {
        int lengthBytes = payload.length < 126 ? 0 : payload.length < 1 << 16 ? 2 : 8;
        return new Frame(FINAL | opcode, payload, true, MASK, lengthBytes, payload.length);
    }

    static Frame of(int opcode, String payload) {
        return of(opcode, utf8(payload));
    }

    static Frame close(int code, String reason) {
        return close(code, utf8(reason));
    }

    static Frame close(int code, byte[] reason) {
        return of(
                CLOSE,
                ByteBuffer.allocate(2 + reason.length)
                        .putShort((short) code)
                        .put(reason)
                        .array());
    }

    /** Not the last of its message. */
    Frame more() {
        return new Frame(first & ~FINAL, payload, masked, mask, lengthBytes, length);
    }

    /** With these reserved bits, 1 to 7. */
    Frame reserved(int bits) {
        return new Frame(first | bits << 4, payload, masked, mask, lengthBytes, length);
    }

    Frame unmasked() {
        return new Frame(first, payload, false, 0, lengthBytes, length);
    }

    Frame masked(int other) {
        return new Frame(first, payload, true, other, lengthBytes, length);
    }

    /** With the length in that many extra bytes, needed or not. */
    Frame lengthIn(int bytes) {
        return new Frame(first, payload, masked, mask, bytes, length);
    }

    /** With a header that states another length. */
    Frame claiming(long other) {
        return new Frame(first, payload, masked, mask, lengthBytes, other);
    }

    @Override
    public String toString() {
        return "first byte " + Integer.toHexString(first) + (masked ? "" : " without a mask");
    }

    byte[] bytes() {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
        int maskBit = masked ? 0x80 : 0;
        frame.put((byte) first);
        switch (lengthBytes) {
            case 2 -> frame.put((byte) (maskBit | 126)).putShort((short) length);
            case 8 -> frame.put((byte) (maskBit | 127)).putLong(length);
            default -> frame.put((byte) (maskBit | length));
        }
        if (masked) {
            frame.putInt(mask);
        }
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ (masked ? mask >>> (24 - 8 * (i & 3)) : 0)));
        }
        byte[] bytes = new byte[frame.flip().remaining()];
        frame.get(bytes);
        return bytes;
    }

    static byte[] join(Frame... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Frame frame : frames) {
            all.writeBytes(frame.bytes());
        }
        return all.toByteArray();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
