package io.tapgateway.protocol.json;

import java.io.Writer;

/** A {@link java.io.StringWriter} without locks. Confined to one thread. */
final class TextWriter extends Writer {
    private static final int USUAL_LENGTH = 256;

    private final StringBuilder text = new StringBuilder(USUAL_LENGTH);

    @Override
    public void write(int character) {
        text.append((char) character);
    }

    @Override
    public void write(char[] characters, int from, int length) {
        text.append(characters, from, length);
    }

    @Override
    public void write(String characters, int from, int length) {
        text.append(characters, from, from + length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
        return text.toString();
    }
}
