package io.tapgateway.workspace.model;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes of a file as text, and how text becomes such bytes again: in the same encoding, with the same mark at the
 * beginning and the same line ends (F-010). Immutable.
 *
 * @param text without the mark; what cannot be read is U+FFFD
 * @param form how it is written
 * @param isExact whether nothing of the file is lost in {@code text}; otherwise it may be read only
 */
public record TextContent(String text, Form form, boolean isExact) {
    private static final int LOOKED_AT = 8 << 10;
    private static final int MOST_UNREADABLE = 10;

    /** How text is written. */
    public enum Form {
        /** What new files get. */
        UTF_8(StandardCharsets.UTF_8, ""),
        /** With a mark that says so. */
        UTF_8_MARKED(StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
        /** With a mark, the higher byte last. */
        UTF_16_LITTLE(StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
        /** With a mark, the higher byte first. */
        UTF_16_BIG(StandardCharsets.UTF_16BE, "\u00FE\u00FF");

        private final Charset charset;

        /** A character for each byte. */
        private final String mark;

        Form(Charset charset, String mark) {
            this.charset = charset;
            this.mark = mark;
        }

        private boolean begins(byte[] bytes) {
            return new String(bytes, 0, Math.min(bytes.length, mark.length()), StandardCharsets.ISO_8859_1)
                    .equals(mark);
        }

        private static Form of(byte[] bytes) {
            return Arrays.stream(values())
                    .filter(form -> !form.mark.isEmpty() && form.begins(bytes))
                    .findFirst()
                    .orElse(UTF_8);
        }
    }

    /** Reads the bytes of a whole file; empty if they are no text (F-009). */
    public static Optional<TextContent> of(byte[] bytes) {
        Form form = Form.of(bytes);
        if (form.mark.isEmpty() && hasZero(bytes)) {
            return Optional.empty();
        }
        ByteBuffer body = ByteBuffer.wrap(bytes, form.mark.length(), bytes.length - form.mark.length());
        Optional<String> exact = exactly(form, body.duplicate());
        if (exact.isPresent()) {
            return Optional.of(new TextContent(exact.get(), form, true));
        }
        String text = form.charset.decode(body).toString();
        long lost = text.chars().filter(each -> each == '\uFFFD').count();
        return lost * MOST_UNREADABLE > text.length()
                ? Optional.empty()
                : Optional.of(new TextContent(text, form, false));
    }

    /** The bytes of another text in the form of this one. */
    public byte[] written(String other) {
        return written(other, form);
    }

    /** The bytes of a text that stands in no file yet. */
    public static byte[] fresh(String text) {
        return written(text, Form.UTF_8);
    }

    /** Whether each of its lines ends as those of Windows do. */
    public boolean hasWindowsLines() {
        boolean any = false;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            if (at == 0 || text.charAt(at - 1) != '\r') {
                return false;
            }
            any = true;
        }
        return any;
    }

    /** {@code other} with lines that end as those of this text do, where they end as those of Unix. */
    public String withLineEnds(String other) {
        return hasWindowsLines() && other.indexOf('\r') < 0 ? other.replace("\n", "\r\n") : other;
    }

    private static byte[] written(String text, Form form) {
        ByteBuffer body = form.charset.encode(text);
        ByteBuffer all = ByteBuffer.allocate(form.mark.length() + body.remaining());
        return all.put(form.mark.getBytes(StandardCharsets.ISO_8859_1))
                .put(body)
                .array();
    }

    private static Optional<String> exactly(Form form, ByteBuffer body) {
        // Much faster than a decoder that reports; only a text that has the character itself is read twice.
        String text = new String(body.array(), body.arrayOffset() + body.position(), body.remaining(), form.charset);
        return text.indexOf('\uFFFD') < 0 ? Optional.of(text) : exactlyByDecoder(form, body);
    }

    private static Optional<String> exactlyByDecoder(Form form, ByteBuffer body) {
        try {
            CharBuffer decoded = form.charset
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(body);
            return Optional.of(decoded.toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean hasZero(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, LOOKED_AT); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }
}
