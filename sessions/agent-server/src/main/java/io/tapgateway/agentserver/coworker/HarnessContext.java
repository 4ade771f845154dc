package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.CallOptions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run is about, as whoever drives the client says it (W-061). Immutable.
 *
 * @param updatedAt when it was said
 */
public record HarnessContext(
        String runId,
        Optional<String> taskId,
        String objective,
        List<String> acceptanceCriteria,
        List<String> constraints,
        Optional<Map<String, String>> metadata,
        Instant updatedAt) {
    /** How many characters of a context are taken. */
    static final int MOST_CHARS = 65_536;

    /** How many characters of it a model is told, each of three bytes at most. */
    static final int MOST_TOLD_CHARS = 16_384 / 3;

    static HarnessContext of(JsonValue context, Instant now) {
        return new HarnessContext(
                text(context, "runId").orElseThrow(),
                text(context, "taskId").filter(it -> !it.isEmpty()),
                text(context, "objective").orElseThrow(),
                texts(context, "acceptanceCriteria"),
                texts(context, "constraints"),
                context.get("metadata").map(HarnessContext::texts),
                now);
    }

    private static Optional<String> text(JsonValue context, String field) {
        return context.get(field).map(it -> EcmaText.trim(it.asString()));
    }

    private static List<String> texts(JsonValue context, String field) {
        return context.get(field).orElseThrow().elements().stream()
                .map(it -> EcmaText.trim(it.asString()))
                .filter(it -> !it.isEmpty())
                .toList();
    }

    private static Map<String, String> texts(JsonValue object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.members().forEach((name, value) -> texts.put(name, value.asString()));
        return texts;
    }

    /** The name of the run, as those are told of it who watch the calls that are made in it. */
    String run() {
        return EcmaText.cut(runId, CallOptions.MOST_OF_RUN);
    }

    /** As the model is told of it: all of it but what only the run's owner needs. */
    String about() {
        StringBuilder text = new StringBuilder("What this run is about: ").append(objective);
        lines(text, "It is good when:", acceptanceCriteria);
        lines(text, "It has to keep to:", constraints);
        return EcmaText.cut(text.toString(), MOST_TOLD_CHARS);
    }

    private static void lines(StringBuilder text, String title, List<String> each) {
        if (!each.isEmpty()) {
            text.append('\n').append(title);
            each.forEach(it -> text.append("\n- ").append(it));
        }
    }

    void writeTo(JsonWriter out) {
        out.text("runId", runId)
                .text("taskId", taskId)
                .text("objective", objective)
                .texts("acceptanceCriteria", acceptanceCriteria)
                .texts("constraints", constraints);
        metadata.ifPresent(it -> out.object("metadata", members -> it.forEach(members::text)));
        out.text("updatedAt", updatedAt);
    }
}
