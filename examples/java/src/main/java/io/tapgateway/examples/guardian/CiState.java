package io.tapgateway.examples.guardian;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** How CI is doing. Immutable. */
record CiState(String state, String text) {
    private static final Map<String, String> VERBS = Map.of("passed", "has", "failed", "has", "running", "is");
    private static final CiState UNKNOWN = new CiState("unknown", "CI: its state is unknown");

    /** What a file says, such as {@code {"branch":"main","state":"failed","run":17}}. Ask your own CI in its place. */
    static CiState of(Path file) {
        try {
            JsonValue json = JsonValue.parse(Files.readString(file));
            String state = text(json, "state");
            String verb = VERBS.get(state);
            return verb == null
                    ? UNKNOWN
                    : new CiState(
                            state,
                            "CI of " + text(json, "branch") + ": run " + text(json, "run") + " " + verb + " " + state);
        } catch (IOException | MalformedJson e) {
            // Missing, or half-written: it comes to the same.
            return UNKNOWN;
        }
    }

    private static String text(JsonValue json, String member) {
        Optional<JsonValue> value = json.get(member);
        return value.filter(it -> it.kind() == JsonKind.STRING)
                .map(JsonValue::asString)
                .orElseGet(() -> value.map(JsonValue::json).orElse("?"));
    }
}
