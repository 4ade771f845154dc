package io.tapgateway.protocol.json;

import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * Writes JSON text; the only place that writes with Jackson. Confined to one call.
 *
 * <p>A value whose text is known is written as it stands.
 */
public final class JsonText {
    // Buffers are a thread's own: the pool that is there by default is shared, and costs more than a short message.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .build();

    private final TextWriter out = new TextWriter();
    private final JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out);

    /** Begins an empty text. */
    public JsonText() {}

    static String write(JsonValue value) {
        return new JsonText().value(value).finish();
    }

    /** Opens an object. */
    public JsonText beginObject() {
        generator.writeStartObject();
        return this;
    }

    /** Closes the innermost object. */
    public JsonText endObject() {
        generator.writeEndObject();
        return this;
    }

    /** Opens an array. */
    public JsonText beginArray() {
        generator.writeStartArray();
        return this;
    }

    /** Closes the innermost array. */
    public JsonText endArray() {
        generator.writeEndArray();
        return this;
    }

    /** Writes the name of the next member. */
    public JsonText name(String name) {
        generator.writeName(name);
        return this;
    }

    /** Writes a string. Halves of surrogate pairs, which UTF-8 cannot carry, are escaped. */
    public JsonText string(String value) {
        if (nextLoneSurrogate(value, 0) < 0) {
            generator.writeString(value);
        } else {
            generator.writeRawValue(withEscapedLoneSurrogates(value));
        }
        return this;
    }

    private static String withEscapedLoneSurrogates(String value) {
        JsonText quoted = new JsonText();
        quoted.generator.writeString(value);
        String text = quoted.finish();
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        int done = 0;
        for (int lone = nextLoneSurrogate(text, 0); lone >= 0; lone = nextLoneSurrogate(text, done)) {
            escaped.append(text, done, lone).append("\\u").append(Integer.toHexString(text.charAt(lone)));
            done = lone + 1;
        }
        return escaped.append(text, done, text.length()).toString();
    }

    /** The index, from {@code from} on, of a surrogate that is not half of a pair; negative if there is none. */
    private static int nextLoneSurrogate(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /** Writes a whole number. */
    public JsonText number(long value) {
        generator.writeNumber(value);
        return this;
    }

    /** Writes a boolean. */
    public JsonText bool(boolean value) {
        generator.writeBoolean(value);
        return this;
    }

    /** Writes {@code null}. */
    public JsonText nothing() {
        generator.writeNull();
        return this;
    }

    /** Writes a value: its text as it stands, if known. */
    public JsonText value(JsonValue value) {
        if (value.isWritten()) {
            generator.writeRawValue(value.json());
            return this;
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
        generator.close();
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
}
