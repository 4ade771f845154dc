package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@link SuiteFixture} as an MCP server on standard streams. Confined to its main thread. */
final class SuiteServer {
    private static final String QUESTION = "question";
    private static final String ASKING_TWICE = "test_input_required_result_multi_round";
    private static final List<String> ASKING = List.of(
            SuiteFixture.ASKS,
            "test_elicitation_sep1034_defaults",
            "test_elicitation_sep1330_enums",
            "test_sampling",
            "test_streaming_elicitation",
            "test_input_required_result_elicitation",
            "test_input_required_result_request_state",
            "test_input_required_result_tampered_state",
            "test_input_required_result_capabilities",
            ASKING_TWICE);

    /** Requests that wait for what their user says, by the ids of the questions. */
    private final Map<String, JsonValue> asking = new HashMap<>();

    private final Set<JsonValue> askedTwice = new HashSet<>();
    private int questions;

    private SuiteServer() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        SuiteServer server = new SuiteServer();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            server.hear(JsonValue.parse(line));
        }
    }

    private void hear(JsonValue message) throws IOException {
        if (message.get("method").isEmpty()) {
            JsonValue request = asking.remove(message.get("id").orElseThrow().asString());
            if (request != null) {
                goOn(request, message);
            }
        } else if (message.get("id").isPresent()) {
            serve(message);
        }
    }

    /** What has been asked for is done, once its user has said something. */
    private void goOn(JsonValue request, JsonValue said) {
        String name = text(request.get("params").orElseThrow(), "name");
        JsonValue text = SuiteFixture.text("User response: " + said.json());
        boolean prompt = name.equals(SuiteFixture.ASKING_PROMPT);
        if (name.equals(ASKING_TWICE) && askedTwice.add(request)) {
            ask(request, name);
        } else {
            answer(request, prompt ? SuiteFixture.messages(text) : SuiteFixture.content(text));
        }
    }

    private void ask(JsonValue request, String name) {
        String id = QUESTION + questions++;
        asking.put(id, request);
        String method = name.equals("test_sampling") ? "sampling/createMessage" : "elicitation/create";
        Map<String, ?> form = Map.of("message", "Who are you?", "requestedSchema", SuiteForms.of(name));
        say(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", form));
    }

    private void serve(JsonValue request) {
        JsonValue params = request.get("params").orElse(JsonValue.EMPTY_OBJECT);
        switch (request.get("method").orElseThrow().asString()) {
            case "initialize" -> answer(request, welcome());
            case "tools/list" -> answer(request, JsonValue.of(Map.of("tools", tools())));
            case "tools/call" -> call(request, params);
            case "resources/list" -> answer(request, JsonValue.of(Map.of("resources", SuiteFixture.resources())));
            case "resources/templates/list" ->
                answer(request, JsonValue.of(Map.of("resourceTemplates", SuiteFixture.templates())));
            case "resources/read" -> answer(request, SuiteFixture.read(text(params, "uri")));
            case "prompts/list" -> answer(request, JsonValue.of(Map.of("prompts", SuiteFixture.prompts())));
            case "prompts/get" -> get(request, params);
            case "completion/complete" -> answer(request, SuiteFixture.completion());
            default -> answer(request, JsonValue.EMPTY_OBJECT);
        }
    }

    private static JsonValue welcome() {
        return JsonValue.of(Map.of(
                "protocolVersion",
                "2025-11-25",
                "serverInfo",
                Map.of("name", "suite", "version", "1"),
                "capabilities",
                Map.of(
                        "tools",
                        Map.of(),
                        "resources",
                        Map.of("subscribe", true),
                        "prompts",
                        Map.of(),
                        "completions",
                        Map.of(),
                        "logging",
                        Map.of())));
    }

    private static List<JsonValue> tools() {
        List<JsonValue> all = new ArrayList<>(SuiteFixture.tools());
        ASKING.forEach(it -> all.add(SuiteFixture.tool(it, JsonValue.of(Map.of("type", "object")))));
        return all;
    }

    private void call(JsonValue request, JsonValue params) {
        String tool = text(params, "name");
        if (ASKING.contains(tool)) {
            ask(request, tool);
            return;
        }
        JsonValue token =
                params.get("_meta").flatMap(it -> it.get("progressToken")).orElse(JsonValue.of(0));
        JsonValue result = SuiteFixture.call(
                tool,
                done -> notify(
                        "notifications/progress", Map.of("progressToken", token, "progress", done, "total", 100)),
                line -> notify("notifications/message", Map.of("level", "info", "data", line)));
        answer(request, result);
    }

    private void get(JsonValue request, JsonValue params) {
        String prompt = text(params, "name");
        if (prompt.equals(SuiteFixture.ASKING_PROMPT)) {
            ask(request, prompt);
        } else {
            answer(
                    request,
                    SuiteFixture.get(
                            prompt,
                            params.get("arguments").map(JsonValue::members).orElse(Map.of())));
        }
    }

    private static String text(JsonValue params, String name) {
        return params.get(name).orElseThrow().asString();
    }

    private static void answer(JsonValue request, JsonValue result) {
        say(Map.of("jsonrpc", "2.0", "id", request.get("id").orElseThrow(), "result", result));
    }

    private static void notify(String method, Map<String, ?> params) {
        say(Map.of("jsonrpc", "2.0", "method", method, "params", params));
    }

    private static void say(Map<String, ?> message) {
        System.out.println(JsonValue.of(message).json());
        System.out.flush();
    }
}
