package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.list;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ContentBlock.Media;
import io.tapgateway.protocol.model.ToolContent;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads results that are content (D-237). A fault names the member that is wrong by its JSON pointer within the result.
 * Stateless.
 */
public final class ToolContentReader {
    private static final Pattern MIME =
            Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}(;[ -~]{0,255})?");

    private static final JsonReader<String> MIME_TYPE = JsonReader.text(
            text -> {
                if (!MIME.matcher(text).matches()) {
                    throw new IllegalArgumentException(text);
                }
                return text;
            },
            "must be a MIME type");

    private static final JsonReader<String> BASE64 = JsonReader.text(
            text -> {
                if (!isBase64(text)) {
                    throw new IllegalArgumentException("no base64");
                }
                return text;
            },
            "must be base64");

    private static final JsonReader<List<ContentBlock>> BLOCKS = list(ToolContentReader::block);

    private ToolContentReader() {}

    /** Whether a result is meant as content: it is an object with a list named {@code content}. */
    public static boolean isContent(JsonValue data) {
        return data.kind() == JsonKind.OBJECT
                && data.get("content")
                        .filter(content -> content.kind() == JsonKind.ARRAY)
                        .isPresent();
    }

    /**
     * Reads a result that is meant as content.
     *
     * @throws JsonFault if it is none, or a block is not as its kind demands
     */
    public static ToolContent read(JsonValue data) {
        JsonObject in = JsonObject.of(data);
        return new ToolContent(
                in.required("content", BLOCKS), in.optional("structuredContent", OBJECT), in.flag("isError"), data);
    }

    private static ContentBlock block(JsonValue value) {
        JsonObject in = JsonObject.of(value);
        String type = in.required("type", TEXT);
        return switch (type) {
            case "text" -> new ContentBlock.Text(in.required("text", TEXT), value);
            case "image" -> media(Media.Kind.IMAGE, in, value);
            case "audio" -> media(Media.Kind.AUDIO, in, value);
            case "resource_link" -> new ContentBlock.Link(in.required("uri", TEXT), in.required("name", TEXT), value);
            case "resource" -> in.required("resource", resource -> resource(JsonObject.of(resource), value));
            default -> new ContentBlock.Unknown(type, value);
        };
    }

    private static ContentBlock media(Media.Kind kind, JsonObject in, JsonValue value) {
        return new Media(kind, in.required("mimeType", MIME_TYPE), in.required("data", BASE64), value);
    }

    private static ContentBlock resource(JsonObject in, JsonValue value) {
        Optional<String> text = in.optional("text", TEXT);
        Optional<String> blob = in.optional("blob", BASE64);
        if (text.isPresent() == blob.isPresent()) {
            throw new JsonFault("", "must have either \"text\" or \"blob\"");
        }
        return new ContentBlock.Resource(
                in.required("uri", TEXT), in.optional("mimeType", MIME_TYPE), text, blob, value);
    }

    /** Without decoding it: what is large is looked at once, and kept as it came. */
    private static boolean isBase64(String text) {
        int end = text.length();
        for (int padding = 0; padding < 2 && end > 0 && text.charAt(end - 1) == '='; padding++) {
            end--;
        }
        for (int i = 0; i < end; i++) {
            if (!isDigitOfBase64(text.charAt(i))) {
                return false;
            }
        }
        return text.length() % 4 == 0;
    }

    private static boolean isDigitOfBase64(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    }
}
