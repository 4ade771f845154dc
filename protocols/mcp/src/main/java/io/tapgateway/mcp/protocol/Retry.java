package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
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
    static final String ANSWERS = "inputResponses";
    static final String STATE = "requestState";

    public Retry {
        answers = Map.copyOf(answers);
    }

    /**
     * Reads it from the parameters of a request; empty if that is made for the first time.
     *
     * @throws JsonFault if there are answers, and one of them is none
     */
    static Optional<Retry> read(JsonObject params) {
        Map<String, JsonValue> answers =
                params.has(ANSWERS) ? params.nullable(ANSWERS, JsonReader.map(JsonReader.OBJECT)) : Map.of();
        return params.optional(STATE, JsonReader.TEXT).map(it -> new Retry(it, answers));
    }
}
