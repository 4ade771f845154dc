package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the conformance suite of MCP wants a server to have, as data. Immutable. */
final class SuiteFixture {
    /** The tool that asks its user something. */
    static final String ASKS = "test_elicitation";

    /** The prompt that does; others answer at once. */
    static final String ASKING_PROMPT = "test_input_required_result_prompt";

    /** A picture and a sound, as small as they get. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
    private static final JsonValue IMAGE = JsonValue.of(Map.of("type", "image", "data", PNG, "mimeType", "image/png"));
    private static final JsonValue NO_ARGUMENTS = JsonValue.of(Map.of("type", "object", "properties", Map.of()));

    /** Results of tools that always answer the same, by their names. */
    private static final Map<String, JsonValue> RESULTS = results();

    private SuiteFixture() {}

    private static Map<String, JsonValue> results() {
        Map<String, JsonValue> all = new LinkedHashMap<>();
        all.put("test_simple_text", content(text("This is a simple text response for testing.")));
        all.put("test_image_content", content(IMAGE));
        all.put(
                "test_audio_content",
                content(JsonValue.of(Map.of("type", "audio", "data", WAV, "mimeType", "audio/wav"))));
        all.put(
                "test_embedded_resource",
                content(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")));
        all.put(
                "test_multiple_content_types",
                content(
                        text("Multiple content types test:"),
                        IMAGE,
                        embedded("test://mixed-content-resource", "application/json", "{\"test\":\"data\"}")));
        all.put(
                "test_error_handling",
                JsonValue.of(Map.of(
                        "isError",
                        true,
                        "content",
                        List.of(text("This tool intentionally returns an error for testing")))));
        all.put("test_tool_with_logging", content(text("It has logged.")));
        all.put("test_tool_with_progress", content(text("It has reported.")));
        all.put("test_logging_tool", content(text("It has logged.")));
        all.put("test_reconnection", content(text("Still there.")));
        all.put("json_schema_2020_12_tool", content(text("It has a schema.")));
        return all;
    }

    /** The tools, as MCP describes them; those that ask somebody are not among them. */
    static List<JsonValue> tools() {
        return RESULTS.keySet().stream()
                .map(name -> tool(name, name.startsWith("json_schema") ? schema() : NO_ARGUMENTS))
                .toList();
    }

    static JsonValue tool(String name, JsonValue schema) {
        return JsonValue.of(Map.of("name", name, "description", "For the suite", "inputSchema", schema));
    }

    private static JsonValue schema() {
        JsonValue word = JsonValue.of(Map.of("type", "string"));
        return JsonValue.of(Map.of(
                "$schema",
                "https://json-schema.org/draft/2020-12/schema",
                "type",
                "object",
                "$defs",
                Map.of(
                        "address",
                        Map.of(
                                "$anchor",
                                "address",
                                "type",
                                "object",
                                "properties",
                                Map.of("street", word, "city", word))),
                "allOf",
                List.of(Map.of(
                        "anyOf", List.of(Map.of("required", List.of("name")), Map.of("required", List.of("address"))))),
                "if",
                Map.of("required", List.of("address")),
                "then",
                Map.of(),
                "else",
                Map.of(),
                "properties",
                Map.of("name", word, "address", Map.of("$ref", "#/$defs/address")),
                "additionalProperties",
                false));
    }

    /**
     * Calls a tool.
     *
     * @param progress told how much of a hundred is done
     * @param log told what the tool says meanwhile
     * @return the result, as MCP has it
     */
    static JsonValue call(String tool, Consumer<Integer> progress, Consumer<String> log) {
        switch (tool) {
            case "test_tool_with_progress" -> List.of(0, 50, 100).forEach(progress);
            case "test_tool_with_logging", "test_logging_tool" ->
                List.of("Tool execution started", "Tool processing data", "Tool execution completed")
                        .forEach(log);
            default -> {}
        }
        return RESULTS.get(tool);
    }

    static List<JsonValue> resources() {
        return List.of(
                resource("test://static-text", "text/plain"),
                resource("test://static-binary", "image/png"),
                resource("test://watched-resource", "text/plain"));
    }

    private static JsonValue resource(String uri, String type) {
        return JsonValue.of(Map.of("uri", uri, "name", uri, "description", "For the suite", "mimeType", type));
    }

    static List<JsonValue> templates() {
        return List.of(JsonValue.of(Map.of(
                "uriTemplate", "test://template/{id}/data", "name", "template", "mimeType", "application/json")));
    }

    static JsonValue read(String uri) {
        String id = uri.replaceFirst("test://template/(.*)/data", "$1");
        JsonValue content = uri.equals("test://static-binary")
                ? JsonValue.of(Map.of("uri", uri, "mimeType", "image/png", "blob", PNG))
                : JsonValue.of(Map.of("uri", uri, "mimeType", "text/plain", "text", "The content of " + id));
        return JsonValue.of(Map.of("contents", List.of(content)));
    }

    static List<JsonValue> prompts() {
        return List.of(
                prompt("test_simple_prompt"),
                prompt(ASKING_PROMPT),
                prompt("test_prompt_with_arguments", "arg1", "arg2"),
                prompt("test_prompt_with_embedded_resource", "resourceUri"),
                prompt("test_prompt_with_image"));
    }

    private static JsonValue prompt(String name, String... arguments) {
        List<JsonValue> all = List.of(arguments).stream()
                .map(it -> JsonValue.of(Map.of("name", it, "description", "For the suite", "required", true)))
                .toList();
        return JsonValue.of(Map.of("name", name, "description", "For the suite", "arguments", all));
    }

    static JsonValue get(String prompt, Map<String, JsonValue> arguments) {
        return switch (prompt) {
            case "test_prompt_with_arguments" ->
                messages(text("arg1=" + arguments.get("arg1").asString() + ", arg2="
                        + arguments.get("arg2").asString()));
            case "test_prompt_with_embedded_resource" ->
                messages(
                        embedded(arguments.get("resourceUri").asString(), "text/plain", "Embedded"),
                        text("Please process the embedded resource above."));
            case "test_prompt_with_image" -> messages(IMAGE, text("Please analyze the image above."));
            default -> messages(text("This is a simple prompt for testing."));
        };
    }

    static JsonValue completion() {
        return JsonValue.of(Map.of("completion", Map.of("values", List.of("test1"), "hasMore", false)));
    }

    static JsonValue content(JsonValue... blocks) {
        return JsonValue.of(Map.of("content", List.of(blocks)));
    }

    static JsonValue text(String text) {
        return JsonValue.of(Map.of("type", "text", "text", text));
    }

    private static JsonValue embedded(String uri, String type, String text) {
        return JsonValue.of(Map.of("type", "resource", "resource", Map.of("uri", uri, "mimeType", type, "text", text)));
    }

    static JsonValue messages(JsonValue... contents) {
        return JsonValue.of(Map.of(
                "messages",
                List.of(contents).stream()
                        .map(it -> JsonValue.of(Map.of("role", "user", "content", it)))
                        .toList()));
    }
}
