package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A server as Codex has it in its {@code config.toml}, in the words of other agents (M-060). Immutable. */
final class CodexServer {
    private static final long MILLIS = 1_000;
    private static final long MOST_SECONDS = 1_000_000;

    private CodexServer() {}

    /** The same server; what Codex alone has keeps its name. */
    static JsonValue asOthers(JsonValue written) {
        if (written.kind() != JsonKind.OBJECT) {
            return written;
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        Map<String, JsonValue> headers = new LinkedHashMap<>();
        Map<String, JsonValue> variables = new LinkedHashMap<>();
        Map<String, JsonValue> oauth = new LinkedHashMap<>();
        written.members().forEach((name, value) -> {
            switch (name) {
                case "tool_timeout_sec" -> millis(value).ifPresent(it -> members.put("timeout", it));
                case "enabled_tools" -> members.put("tools", value);
                case "disabled_tools" -> members.put("excludeTools", value);
                case "env" -> {
                    members.put(name, value);
                    variables.putAll(texts(value));
                }
                case "env_vars" ->
                    named(value).forEach(it -> variables.putIfAbsent(it, variable("", JsonValue.of(it))));
                case "http_headers" -> headers.putAll(texts(value));
                case "env_http_headers" ->
                    texts(value).forEach((header, variable) -> headers.put(header, variable("", variable)));
                case "oauth" ->
                    texts(value).forEach((each, said) -> oauth.put(each.equals("client_id") ? "clientId" : each, said));
                case "scopes" -> oauth.put(name, value);
                case "bearer_token_env_var" -> headers.put("Authorization", variable("Bearer ", value));
                default -> members.put(name, value);
            }
        });
        if (!headers.isEmpty()) {
            members.put("headers", JsonValue.object(headers));
        }
        if (!oauth.isEmpty()) {
            members.put("oauth", JsonValue.object(oauth));
        }
        if (!variables.isEmpty()) {
            members.put("env", JsonValue.object(variables));
        }
        return JsonValue.object(members);
    }

    private static Optional<JsonValue> millis(JsonValue seconds) {
        return JsonReader.wholeNumber(1, MOST_SECONDS).tryRead(seconds).map(it -> JsonValue.of(it * MILLIS));
    }

    private static Map<String, JsonValue> texts(JsonValue value) {
        return value.kind() == JsonKind.OBJECT ? value.members() : Map.of();
    }

    /** Variables that are handed on, which are named as they are or with where Codex looks for them. */
    private static List<String> named(JsonValue variables) {
        return variables.kind() == JsonKind.ARRAY
                ? variables.elements().stream()
                        .flatMap(it -> it.kind() == JsonKind.OBJECT ? it.get("name").stream() : Stream.of(it))
                        .flatMap(it -> JsonReader.TEXT.tryRead(it).stream())
                        .toList()
                : List.of();
    }

    /** What stands in a variable of the environment, which is looked up when the server is started. */
    private static JsonValue variable(String before, JsonValue name) {
        return JsonValue.of(before + "${" + JsonReader.TEXT.tryRead(name).orElse("") + "}");
    }
}
