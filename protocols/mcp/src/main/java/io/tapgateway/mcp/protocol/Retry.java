package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.Optional;

/**
 * What a request says that is made again, since its server wanted to know something first. Immutable.
 *
 * @param state what the server has given along with its questions
 * @param answers by the names of the questions
 */
public record Retry(String state, Map<String, JsonValue> answers) {
    public Retry {
        answers = Map.copyOf(answers);
    }

    /** Reads it from the parameters of a request; empty if that is made for the first time. */
    static Optional<Retry> read(JsonObject params) {
        Map<String, JsonValue> answers = params.optional("inputResponses", JsonReader.OBJECT)
                .map(JsonValue::members)
                .orElse(Map.of());
        return params.optional("requestState", JsonReader.TEXT).map(it -> new Retry(it, answers));
    }
}
