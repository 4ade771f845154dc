package io.tapgateway.protocol.json;

import java.util.ArrayList;
import java.util.List;
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

    /** One piece, however long it is. */
    static final int WHOLE = Integer.MAX_VALUE;

    private final StringBuilder out = new StringBuilder(USUAL_LENGTH);
    private final int longest;
    private final List<String> pieces = new ArrayList<>(0);

    /** @param longest after how many characters a piece ends, more or less */
    JsonText(int longest) {
        this.longest = longest;
    }

    static String write(JsonValue value) {
        return new JsonText(WHOLE).value(value).finish();
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
                append(value, done, i);
                done = i + 1;
                ESCAPES.quoteAsString(value.substring(i, done), out);
            } else if (Character.isSurrogate(c)) {
                if (isPair(value, i)) {
                    i++;
                } else {
                    append(value, done, i);
                    out.append("\\u").append(Integer.toHexString(c));
                    done = i + 1;
                }
            }
        }
        append(value, done, value.length());
        out.append('"');
        return this;
    }

    private void append(String text, int begin, int end) {
        if (end - begin < longest - out.length()) {
            out.append(text, begin, end);
        } else {
            appendInPieces(text, begin, end);
        }
    }

    private void appendInPieces(String text, int begin, int end) {
        for (int from = begin; from < end; ) {
            int to = Math.min(end, from + longest);
            if (to < end && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            out.append(text, from, to);
            cut();
            from = to;
        }
    }

    /** The last character stays: by it is known what may follow. */
    private void cut() {
        int end = out.length() - 1;
        if (Character.isLowSurrogate(out.charAt(end))) {
            end--;
        }
        pieces.add(out.substring(0, end));
        out.delete(0, end);
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
            String json = value.json();
            append(json, 0, json.length());
        } else {
            parts(value);
        }
        return this;
    }

    /** The text written so far, if it is whole. */
    public String finish() {
        return out.toString();
    }

    /** The text written so far. */
    List<String> finishPieces() {
        pieces.add(out.toString());
        return pieces;
    }
}
