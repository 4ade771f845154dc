package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One part of a result that is {@linkplain ToolContent content}, as the Model Context Protocol knows it. Immutable.
 *
 * <p>{@link #json} is the block as its provider sent it, with all members; what a kind of block needs has been checked.
 */
public sealed interface ContentBlock {
    /** The block as it was sent. */
    JsonValue json();

    /** Calls the visitor's method for this kind of block. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind of block. */
    interface Visitor<R> {
        R onText(Text text);

        R onMedia(Media media);

        R onLink(Link link);

        R onResource(Resource resource);

        R onUnknown(Unknown unknown);
    }

    /** Text for a model or a person. */
    record Text(String text, JsonValue json) implements ContentBlock {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onText(this);
        }
    }

    /**
     * A picture or a sound.
     *
     * @param mimeType what it is said to be
     * @param base64 its bytes
     */
    record Media(Kind kind, String mimeType, String base64, JsonValue json) implements ContentBlock {
        /** Which of the two. */
        public enum Kind {
            IMAGE,
            AUDIO
        }

        /** Its bytes, decoded at each call. */
        public byte[] bytes() {
            return Base64.getDecoder().decode(base64);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onMedia(this);
        }

        @Override
        public String toString() {
            return "Media[" + kind + ", " + mimeType + "]";
        }
    }

    /** A resource that can be read elsewhere. */
    record Link(String uri, String name, JsonValue json) implements ContentBlock {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onLink(this);
        }
    }

    /**
     * A resource with what is in it: either text or bytes.
     *
     * @param base64 the bytes
     */
    record Resource(
            String uri, Optional<String> mimeType, Optional<String> text, Optional<String> base64, JsonValue json)
            implements ContentBlock {
        /** Its bytes, decoded at each call; empty if it is a text. */
        public Optional<byte[]> bytes() {
            return base64.map(it -> Base64.getDecoder().decode(it));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResource(this);
        }

        @Override
        public String toString() {
            return "Resource[" + uri + "]";
        }
    }

    /** A block of a kind that this version does not know. */
    record Unknown(String type, JsonValue json) implements ContentBlock {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onUnknown(this);
        }
    }

    /** A text. */
    static ContentBlock text(String text) {
        return new Text(text, json("text", out -> out.text("text", text)));
    }

    /** A picture, such as {@code image/png}. */
    static ContentBlock image(String mimeType, byte[] bytes) {
        return media(Media.Kind.IMAGE, "image", mimeType, bytes);
    }

    /** A sound, such as {@code audio/wav}. */
    static ContentBlock audio(String mimeType, byte[] bytes) {
        return media(Media.Kind.AUDIO, "audio", mimeType, bytes);
    }

    /** A resource that can be read elsewhere. */
    static ContentBlock link(String uri, String name) {
        return new Link(
                uri, name, json("resource_link", out -> out.text("uri", uri).text("name", name)));
    }

    private static ContentBlock media(Media.Kind kind, String type, String mimeType, byte[] bytes) {
        String base64 = Base64.getEncoder().encodeToString(bytes);
        return new Media(
                kind,
                mimeType,
                base64,
                json(type, out -> out.text("data", base64).text("mimeType", mimeType)));
    }

    private static JsonValue json(String type, Consumer<JsonWriter> members) {
        return JsonWriter.toValue(out -> members.accept(out.text("type", type)));
    }
}
