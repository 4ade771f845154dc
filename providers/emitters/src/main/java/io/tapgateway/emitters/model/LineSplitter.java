package io.tapgateway.emitters.model;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Makes lines of bytes: UTF-8 with replacements for what is none, without the blank ones, and not longer than
 * {@link EmitterLimits#LINE_BYTES}. Confined to whoever reads the bytes.
 */
public final class LineSplitter {
    /** Where a line was cut off. */
    public static final String CUT = "…";

    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean cut;

    public LineSplitter(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Takes the first {@code length} bytes. */
    public void feed(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                end();
            } else if (line.size() < EmitterLimits.LINE_BYTES) {
                line.write(bytes[i]);
            } else {
                cut = true;
            }
        }
    }

    /** There are no more bytes: what is left is a line, too. */
    public void end() {
        String text = cut ? whole(line.toByteArray()) + CUT : line.toString(StandardCharsets.UTF_8);
        line.reset();
        cut = false;
        String stripped = text.stripTrailing();
        if (!stripped.isBlank()) {
            lines.accept(stripped);
        }
    }

    /** Without a character of which only the beginning is left. */
    private static String whole(byte[] bytes) {
        int end = bytes.length;
        int start = end - 1;
        while (start > 0 && end - start < 4 && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        int lead = bytes[start] & 0xFF;
        int needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
        return new String(bytes, 0, end - start < needed ? start : end, StandardCharsets.UTF_8);
    }
}
