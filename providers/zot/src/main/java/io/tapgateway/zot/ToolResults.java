package io.tapgateway.zot;

import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a tool of an extension returns, as results of the gateway (Z-056 – Z-058). Stateless. */
final class ToolResults {
    private static final String NOTHING = "(no content)";

    private ToolResults() {}

    /**
     * A text if there is nothing else, content if there are pictures.
     *
     * @throws ToolFailure if the tool has failed, or its result cannot be read
     */
    static Object data(ExtensionFrame.ToolResult result) {
        List<JsonValue> blocks =
                result.content().stream().map(ToolResults::block).toList();
        String text = blocks.stream()
                .flatMap(it -> it.get("text").stream())
                .map(JsonValue::asString)
                .collect(Collectors.joining("\n"));
        if (result.isError()) {
            throw new ToolFailure(ToolErrorCode.INTERNAL, text.isBlank() ? "The tool has failed." : text);
        }
        boolean onlyText = blocks.stream().allMatch(it -> it.get("text").isPresent());
        return onlyText ? (text.isEmpty() ? NOTHING : text) : content(blocks);
    }

    private static Object content(List<JsonValue> blocks) {
        try {
            return ToolContentReader.read(JsonValue.object(Map.of("content", JsonValue.array(blocks))));
        } catch (JsonFault fault) {
            throw new ToolFailure(
                    ToolErrorCode.INTERNAL, "The result is not readable: " + fault.pointer() + " " + fault.reason());
        }
    }

    private static JsonValue block(JsonValue sent) {
        String type = text(sent, "type").orElse("");
        return switch (type) {
            case "text" -> said(text(sent, "text").orElse(""));
            case "image" -> image(sent);
            default -> said("(a block of the type '" + type + "', which is not known here)");
        };
    }

    private static JsonValue said(String text) {
        return JsonValue.object(Map.of("type", JsonValue.of("text"), "text", JsonValue.of(text)));
    }

    private static JsonValue image(JsonValue sent) {
        String mimeType = text(sent, "mime_type").orElse("");
        if (!mimeType.startsWith("image/")) {
            throw new ToolFailure(ToolErrorCode.INTERNAL, "The result has a picture that is '" + mimeType + "'.");
        }
        return JsonValue.object(Map.of(
                "type", JsonValue.of("image"),
                "mimeType", JsonValue.of(mimeType),
                "data", JsonValue.of(text(sent, "data").orElse(""))));
    }

    private static Optional<String> text(JsonValue block, String member) {
        return block.get(member).flatMap(JsonReader.TEXT::tryRead);
    }
}
