package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A result that is content: blocks for models and people, perhaps with a value for programs; the {@code CallToolResult}
 * of the Model Context Protocol (D-237). Immutable.
 *
 * @param structured the value for programs, an object
 * @param isError whether the tool has run and reports that it failed
 * @param json the whole result as it was sent
 */
public record ToolContent(List<ContentBlock> blocks, Optional<JsonValue> structured, boolean isError, JsonValue json) {
    private static final String STRUCTURED = "structuredContent";
    private static final String ERROR = "isError";

    public ToolContent {
        blocks = List.copyOf(blocks);
    }

    /** Blocks in this order. */
    public static ToolContent of(ContentBlock... blocks) {
        return of(List.of(blocks), Optional.empty(), false);
    }

    /** This content with a value for programs, which has to be an object. */
    public ToolContent withStructured(JsonValue value) {
        return of(blocks, Optional.of(value), isError);
    }

    /** This content as a report of failure, without a value for programs; other members stay as they were sent. */
    public ToolContent asError() {
        Map<String, JsonValue> members = new LinkedHashMap<>(json.members());
        members.remove(STRUCTURED);
        members.put(ERROR, JsonValue.of(true));
        return new ToolContent(blocks, Optional.empty(), true, JsonValue.object(members));
    }

    private static ToolContent of(List<ContentBlock> blocks, Optional<JsonValue> structured, boolean isError) {
        JsonValue content =
                JsonValue.array(blocks.stream().map(ContentBlock::json).toList());
        JsonValue json = JsonWriter.toValue(out ->
                out.value("content", content).value(STRUCTURED, structured).flagIfSet(ERROR, isError));
        return new ToolContent(blocks, structured, isError, json);
    }

    /** Without what the blocks contain, which may be large. */
    @Override
    public String toString() {
        return "ToolContent[" + blocks.size() + " blocks" + (isError ? ", isError" : "") + "]";
    }
}
