package io.tapgateway.transport.ws.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes text of payloads that come in parts, each of which may end within a character. Confined to the I/O thread of
 * its connection.
 */
final class TextDecoder {
    /** How many bytes of payload are decoded at once, at most. */
    static final int MAX_PART = 64 << 10;

    /** A character is at most one byte longer. */
    private static final int MAX_BEGUN = 3;

    private static final char REPLACEMENT = '\uFFFD';

    /** One for each I/O thread: a part is decoded without a pause. */
    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[MAX_BEGUN + MAX_PART]);

    /** The bytes of a character that the last part began. */
    private final byte[] begun = new byte[MAX_BEGUN];

    private int begunBytes;

    /**
     * Decodes the next part of a payload.
     *
     * @param position how many bytes of the payload of this frame were decoded before
     * @param count how many bytes to take from {@code data}, at most {@link #MAX_PART}
     * @param last whether the text ends with them
     * @return what has become complete; null if it is not UTF-8
     */
    @Nullable
    String decode(FrameHeader header, long position, ByteBuffer data, int count, boolean last) {
        byte[] scratch = SCRATCH.get();
        System.arraycopy(begun, 0, scratch, 0, begunBytes);
        data.get(scratch, begunBytes, count);
        header.unmask(scratch, begunBytes, count, position);
        int length = begunBytes + count;
        begunBytes = last ? 0 : begunAtEnd(scratch, length);
        System.arraycopy(scratch, length - begunBytes, begun, 0, begunBytes);
        return strictly(scratch, length - begunBytes);
    }

    /** How many bytes at the end begin a character that is not complete. */
    private static int begunAtEnd(byte[] bytes, int length) {
        for (int back = 1; back <= Math.min(MAX_BEGUN, length); back++) {
            int first = bytes[length - back];
            if (first >= 0) {
                return 0;
            }
            if ((first & 0xC0) == 0xC0) {
                return lengthOfCharacter(first) > back ? back : 0;
            }
        }
        return 0;
    }

    /** By the first byte of several; what cannot be one counts as two, and will not decode. */
    private static int lengthOfCharacter(int first) {
        if ((first & 0xF8) == 0xF0) {
            return 4;
        }
        return (first & 0xF0) == 0xE0 ? 3 : 2;
    }

    /** The quick way puts a replacement where it cannot decode, which may also have been sent. */
    private static @Nullable String strictly(byte[] bytes, int length) {
        String text = new String(bytes, 0, length, UTF_8);
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
