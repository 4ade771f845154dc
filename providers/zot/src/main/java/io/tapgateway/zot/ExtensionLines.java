package io.tapgateway.zot;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes frames of the bytes that a program prints: one of each line, whether it ends in LF or CR LF, or with the output
 * (Z-039). Lines without anything are passed over. Confined to the thread that reads.
 */
final class ExtensionLines {
    private static final byte END = '\n';
    private static final byte CARRIAGE_RETURN = '\r';

    private final Consumer<ExtensionFrame> frames;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int most = ZotLimit.HELLO_BYTES.most();

    /** @param frames gets what the lines say, in order */
    ExtensionLines(Consumer<ExtensionFrame> frames) {
        this.frames = frames;
    }

    /**
     * Takes the next bytes.
     *
     * @param length how many of them are there
     * @return false if a line is longer than it may be, after which there is nothing more to take
     */
    boolean receive(byte[] bytes, int length) {
        int start = 0;
        for (int at = 0; at < length; at++) {
            if (bytes[at] == END) {
                if (!add(bytes, start, at)) {
                    return false;
                }
                end();
                start = at + 1;
            }
        }
        return add(bytes, start, length);
    }

    /** How long the line that is being received may be, in bytes: the first one is shorter (Z-030). */
    int most() {
        return most;
    }

    private boolean add(byte[] bytes, int start, int end) {
        line.write(bytes, start, end - start);
        return line.size() <= most || (line.size() == most + 1 && bytes[end - 1] == CARRIAGE_RETURN);
    }

    /** The line ends, or the output does. */
    void end() {
        byte[] content = line.toByteArray();
        line.reset();
        int length = content.length > 0 && content[content.length - 1] == CARRIAGE_RETURN
                ? content.length - 1
                : content.length;
        if (length == 0) {
            return;
        }
        Optional<String> text = text(content, length);
        if (text.isPresent() && text.get().isBlank()) {
            return;
        }
        most = ZotLimit.LINE_BYTES.most();
        frames.accept(text.map(ExtensionFrameReader::read)
                .orElseGet(() -> new ExtensionFrame.Fault("it prints what is not UTF-8", Optional.empty())));
    }

    private static Optional<String> text(byte[] content, int length) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content, 0, length))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
