package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a server wants to know before it goes on with a call, and what of it is known (M-068). Confined to its
 * connection.
 */
final class InputRound {
    private static final JsonReader<Map<String, JsonObject>> QUESTIONS =
            JsonReader.map(JsonReader.object(question -> question));

    private final Optional<String> state;
    private final Map<String, JsonValue> answers = new LinkedHashMap<>();
    private final Map<OpenRequest, String> names = new LinkedHashMap<>();
    private final List<ServerNews.Asked> questions = new ArrayList<>();

    private InputRound(Optional<String> state) {
        this.state = state;
    }

    /**
     * Reads it from what a call is answered with. What the client knows by itself is answered at once.
     *
     * @param numbers tells requests of the connection apart
     * @throws JsonFault if there is something in it that nobody here can answer
     */
    static InputRound read(JsonObject result, ClientProfile profile, LongSupplier numbers) {
        InputRound round = new InputRound(result.optional(Retry.STATE, JsonReader.TEXT));
        Map<String, JsonObject> all =
                result.optional(AnswerForm.QUESTIONS, QUESTIONS).orElse(Map.of());
        if (all.isEmpty() && round.state.isEmpty()) {
            throw new JsonFault("/" + AnswerForm.QUESTIONS, "is required");
        }
        if (all.size() > McpLimit.REQUESTS_OF_SERVERS.most()) {
            throw new JsonFault(
                    "/" + AnswerForm.QUESTIONS, "must be " + McpLimit.REQUESTS_OF_SERVERS.most() + " at most");
        }
        all.forEach((name, question) -> {
            String method = question.required("method", JsonReader.TEXT);
            switch (method) {
                case "roots/list" -> round.answers.put(name, profile.roots());
                case "elicitation/create" ->
                    round.ask(name, question.required("params", JsonReader.object(Elicitation::read)), numbers);
                default -> throw new JsonFault("/method", "is nothing that is answered here");
            }
        });
        return round;
    }

    private void ask(String name, Elicitation what, LongSupplier numbers) {
        OpenRequest request =
                new OpenRequest(new RpcId(JsonValue.of(name)), numbers.getAsLong(), AnswerForm.OF_HANDSHAKE);
        names.put(request, name);
        questions.add(new ServerNews.Asked(request, what));
    }

    /** What a person is asked. */
    List<ServerNews.Asked> questions() {
        return List.copyOf(questions);
    }

    /** What is not answered yet. */
    List<OpenRequest> open() {
        return List.copyOf(names.keySet());
    }

    /** Whether all of it is known. */
    boolean isComplete() {
        return names.isEmpty();
    }

    /**
     * A person has answered.
     *
     * @return false if that is not asked, or not any more
     */
    boolean answer(OpenRequest request, ElicitationAnswer answer) {
        String name = names.remove(request);
        if (name != null) {
            answers.put(name, answer.result());
        }
        return name != null;
    }

    /** Writes what the same call says when it is made again. */
    void write(JsonWriter params) {
        if (!answers.isEmpty()) {
            params.value(Retry.ANSWERS, JsonValue.object(answers));
        }
        params.text(Retry.STATE, state);
    }
}
