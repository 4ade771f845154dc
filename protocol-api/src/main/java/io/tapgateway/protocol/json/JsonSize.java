package io.tapgateway.protocol.json;

/**
 * Counts what would be written: its characters without what escaping adds, or its bytes of UTF-8. Confined to one call.
 */
final class JsonSize extends JsonWriter {
    /** A control character becomes an escape of this length; no character takes more. */
    private static final int MAX_BYTES_PER_CHARACTER = "\\u0000".length();

    private final boolean inBytes;
    private long total;

    /** Whether what comes next needs no comma before it. */
    private boolean first = true;

    private JsonSize(boolean inBytes) {
        this.inBytes = inBytes;
    }

    static JsonSize ofCharacters() {
        return new JsonSize(false);
    }

    static JsonSize ofBytes() {
        return new JsonSize(true);
    }

    /** Counts the characters of a value that is not text yet. */
    static int estimate(JsonValue value) {
        JsonSize size = ofCharacters();
        size.parts(value);
        return size.total();
    }

    /** Whether so many characters, however they have to be escaped, take at most so many bytes. */
    static boolean fits(int characters, int bytes) {
        return characters <= bytes / MAX_BYTES_PER_CHARACTER;
    }

    /** What has been counted so far. */
    int total() {
        return (int) Math.min(total, Integer.MAX_VALUE);
    }

    @Override
    JsonSize beginObject() {
        add(1);
        first = true;
        return this;
    }

    @Override
    JsonSize endObject() {
        total++;
        first = false;
        return this;
    }

    @Override
    JsonSize beginArray() {
        return beginObject();
    }

    @Override
    JsonSize endArray() {
        return endObject();
    }

    @Override
    JsonSize name(String name) {
        string(name);
        total++;
        first = true;
        return this;
    }

    @Override
    JsonSize string(String value) {
        return add(inBytes ? Utf8Length.quoted(value) : value.length() + 2L);
    }

    @Override
    JsonSize number(long value) {
        int length = value < 0 ? 2 : 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            length++;
        }
        return add(length);
    }

    @Override
    JsonSize value(JsonValue value) {
        if (!inBytes) {
            return add(value.estimatedLength());
        }
        if (value.isWritten()) {
            return add(Utf8Length.of(value.json()));
        }
        parts(value);
        return this;
    }

    private JsonSize add(long length) {
        total += first ? length : length + 1;
        first = false;
        return this;
    }
}
