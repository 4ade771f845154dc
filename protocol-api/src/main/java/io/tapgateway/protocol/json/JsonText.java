package io.tapgateway.protocol.json;

import java.util.Map;

/**
 * Writes JSON text; the only place that does. Confined to one call.
 *
 * <p>A value whose text is known is written as it stands. Opening and closing must match; names are the caller's to keep apart.
 */
public final class JsonText {
    private static final int USUAL_LENGTH = 256;

    private final StringBuilder out;
    private int objects;
    private int arrays;

    /** Whether something stands before what comes next, on the same level. */
    private boolean follows;

    /** Begins an empty text. */
    public JsonText() {
        this(USUAL_LENGTH);
    }

    /** Begins an empty text that will have about so many characters. */
    public JsonText(int length) {
        out = new StringBuilder(length);
    }

    static String write(JsonValue value) {
        return new JsonText(Math.max(USUAL_LENGTH, value.estimatedLength()))
                .value(value)
                .finish();
    }

    /** Opens an object. */
    public JsonText beginObject() {
        objects++;
        return open('{');
    }

    /** Closes the innermost object. */
    public JsonText endObject() {
        objects--;
        return close('}');
    }

    /** Opens an array. */
    public JsonText beginArray() {
        arrays++;
        return open('[');
    }

    /** Closes the innermost array. */
    public JsonText endArray() {
        arrays--;
        return close(']');
    }

    private JsonText open(char bracket) {
        separate();
        out.append(bracket);
        follows = false;
        return this;
    }

    private JsonText close(char bracket) {
        if (objects < 0 || arrays < 0) {
            throw new IllegalStateException("nothing is open that '" + bracket + "' could close");
        }
        out.append(bracket);
        follows = true;
        return this;
    }

    /** Writes the name of the next member. */
    public JsonText name(String name) {
        string(name);
        out.append(':');
        follows = false;
        return this;
    }

    /** Writes a string. Halves of surrogate pairs, which UTF-8 cannot carry, are escaped. */
    public JsonText string(String value) {
        separate();
        out.append('"');
        StringEscapes.encode(value, out);
        out.append('"');
        follows = true;
        return this;
    }

    /** Writes a whole number. */
    public JsonText number(long value) {
        separate();
        out.append(value);
        follows = true;
        return this;
    }

    /** Writes a boolean. */
    public JsonText bool(boolean value) {
        return raw(value ? "true" : "false");
    }

    /** Writes {@code null}. */
    public JsonText nothing() {
        return raw("null");
    }

    private JsonText raw(String json) {
        separate();
        out.append(json);
        follows = true;
        return this;
    }

    private void separate() {
        if (follows) {
            out.append(',');
        }
    }

    /** Writes a value: its text as it stands, if known. */
    public JsonText value(JsonValue value) {
        if (value.isWritten()) {
            return raw(value.json());
        }
        switch (value.kind()) {
            case STRING -> string(value.asString());
            case OBJECT -> {
                beginObject();
                for (Map.Entry<String, JsonValue> member : value.members().entrySet()) {
                    name(member.getKey()).value(member.getValue());
                }
                endObject();
            }
            case ARRAY -> {
                beginArray();
                value.elements().forEach(this::value);
                endArray();
            }
            case NUMBER, BOOLEAN, NULL -> throw new IllegalStateException(value.kind() + " without text");
        }
        return this;
    }

    /** The text written so far; nothing may be written afterwards. */
    public String finish() {
        if (objects != 0 || arrays != 0) {
            throw new IllegalStateException("finish: " + (objects + arrays) + " objects and arrays are still open");
        }
        return out.toString();
    }

    /** See {@link JsonValue#estimatedLength()}; for a value without text, which has its content. */
    static int estimateLength(JsonValue value) {
        long length = 2;
        switch (value.kind()) {
            case STRING -> length += value.asString().length();
            case OBJECT -> {
                for (Map.Entry<String, JsonValue> member : value.members().entrySet()) {
                    length += member.getKey().length() + 4L + member.getValue().estimatedLength();
                }
            }
            case ARRAY -> {
                for (JsonValue element : value.elements()) {
                    length += 1L + element.estimatedLength();
                }
            }
            case NUMBER, BOOLEAN, NULL -> throw new IllegalStateException(value.kind() + " without text");
        }
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    static boolean fitsInto(String text, int limit) {
        if (text.length() > limit) {
            return false;
        }
        return text.length() <= limit / 3 || utf8Length(text) <= limit;
    }

    private static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A surrogate pair is four bytes, two for each half; a lone half is written as one "?".
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
