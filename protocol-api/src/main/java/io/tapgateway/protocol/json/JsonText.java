package io.tapgateway.protocol.json;

import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes JSON text; the only place that does. Confined to one call.
 *
 * <p>A value whose text is known is written as it stands. What has to be escaped in strings is Jackson's to know; the
 * rest is braces and commas, and setting up a generator for them would take longer than a short message. Whoever writes
 * says what opens and what closes; that is not checked.
 */
final class JsonText extends JsonWriter {
    private static final JsonStringEncoder ESCAPES = JsonStringEncoder.getInstance();
    private static final int USUAL_LENGTH = 256;

    private final StringBuilder out = new StringBuilder(USUAL_LENGTH);

    static String write(JsonValue value) {
        return new JsonText().value(value).finish();
    }

    @Override
    JsonText beginObject() {
        separate();
        out.append('{');
        return this;
    }

    @Override
    JsonText endObject() {
        out.append('}');
        return this;
    }

    @Override
    JsonText beginArray() {
        separate();
        out.append('[');
        return this;
    }

    @Override
    JsonText endArray() {
        out.append(']');
        return this;
    }

    @Override
    JsonText name(String name) {
        string(name);
        out.append(':');
        return this;
    }

    /** Writes a string. Halves of surrogate pairs, which UTF-8 cannot carry, are escaped. */
    @Override
    JsonText string(String value) {
        separate();
        out.append('"');
        int done = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                out.append(value, done, i);
                done = i + 1;
                ESCAPES.quoteAsString(value.substring(i, done), out);
            } else if (Character.isSurrogate(c)) {
                if (isPair(value, i)) {
                    i++;
                } else {
                    out.append(value, done, i).append("\\u").append(Integer.toHexString(c));
                    done = i + 1;
                }
            }
        }
        out.append(value, done, value.length()).append('"');
        return this;
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }

    /** Puts a comma where something has come before in the same object or array. */
    private void separate() {
        if (!out.isEmpty()) {
            char last = out.charAt(out.length() - 1);
            if (last != '{' && last != '[' && last != ':') {
                out.append(',');
            }
        }
    }

    /** Writes a whole number. */
    @Override
    JsonText number(long value) {
        separate();
        out.append(value);
        return this;
    }

    /** Writes a boolean. */
    public JsonText bool(boolean value) {
        separate();
        out.append(value);
        return this;
    }

    /** Writes {@code null}. */
    public JsonText nothing() {
        separate();
        out.append("null");
        return this;
    }

    /** Writes a value: its text as it stands, if known. */
    @Override
    JsonText value(JsonValue value) {
        if (value.isWritten()) {
            separate();
            out.append(value.json());
        } else {
            parts(value);
        }
        return this;
    }

    /** The text written so far. */
    public String finish() {
        return out.toString();
    }
}
