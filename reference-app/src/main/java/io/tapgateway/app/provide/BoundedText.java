package io.tapgateway.app.provide;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The beginning of what was printed, as UTF-8 with replacements for what is none. What is beyond the bound is counted
 * and not kept. Confined to one thread at a time.
 */
final class BoundedText {
    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long all;

    /** @param most bytes that are kept */
    BoundedText(int most) {
        this.most = most;
    }

    /** Takes the first {@code length} bytes. */
    void add(byte[] bytes, int length) {
        all += length;
        kept.write(bytes, 0, Math.min(length, most - kept.size()));
    }

    /** Without line breaks at the end, as shells take what a command prints; and saying so if there was more. */
    @Override
    public String toString() {
        String text = kept.toString(StandardCharsets.UTF_8);
        if (all > most) {
            return text + "\n[cut: " + all + " bytes were printed, these are the first " + most + "]";
        }
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(0, end);
    }
}
