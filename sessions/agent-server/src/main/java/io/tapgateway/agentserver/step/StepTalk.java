package io.tapgateway.agentserver.step;

import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ModelTool;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A conversation with tools, told in texts alone: a use of tools is a step as the model writes it, and what came of it
 * a prompt. Stateless.
 */
final class StepTalk {
    /** What the results of tools begin with. */
    static final String RESULTS = "TOOL_RESULTS";

    private static final String HOW =
            "You work in steps. Each of your answers is one JSON object and nothing else. A step"
                    + " that is not the last has one to " + ModelStep.MOST_ACTIONS
                    + " actions, each with the name of a tool and its"
                    + " arguments:\n" + example("the name of a tool") + "\nThe results come back to you as " + RESULTS
                    + "; look at them before you go on. Keep the commentary below 160 characters. The last step sums up:\n"
                    + "{\"finalSummary\":\"What you have done\",\"done\":true}\n\nThe tools, with JSON Schemas of their arguments:";

    private StepTalk() {}

    /** A step that is right, with a tool of that name. */
    static String example(String tool) {
        return "{\"actions\":[{\"tool\":\"" + tool + "\"}],\"commentary\":\"Why\",\"done\":false}";
    }

    /** The same conversation without tools. */
    static List<ModelMessage> plain(List<ModelMessage> messages) {
        return told(messages, Optional.empty());
    }

    /** The same conversation, in which the model learns how it uses tools. */
    static List<ModelMessage> withTools(List<ModelMessage> messages, List<ModelTool> tools) {
        return told(messages, Optional.of(tools));
    }

    private static List<ModelMessage> told(List<ModelMessage> messages, Optional<List<ModelTool>> tools) {
        List<ModelMessage> told = new ArrayList<>();
        List<JsonValue> results = new ArrayList<>();
        for (ModelMessage message : messages) {
            Optional<ModelMessage> next = message.accept(new Teller(tools, results));
            if (next.isPresent()) {
                flush(results, told);
                told.add(next.get());
            }
        }
        flush(results, told);
        return told;
    }

    private static void flush(List<JsonValue> results, List<ModelMessage> told) {
        if (!results.isEmpty()) {
            told.add(new ModelMessage.Prompt(
                    RESULTS + "\n" + JsonValue.array(results).json()));
            results.clear();
        }
    }

    /**
     * Tells one message; results of tools are collected.
     *
     * @param tools empty where the model does not work in steps
     */
    private record Teller(Optional<List<ModelTool>> tools, List<JsonValue> results)
            implements ModelMessage.Visitor<Optional<ModelMessage>> {
        @Override
        public Optional<ModelMessage> onInstructions(ModelMessage.Instructions instructions) {
            return Optional.of(tools.map(it ->
                            new ModelMessage.Instructions(instructions.text() + "\n\n" + HOW + "\n" + describe(it)))
                    .orElse(instructions));
        }

        @Override
        public Optional<ModelMessage> onPrompt(ModelMessage.Prompt prompt) {
            return Optional.of(prompt);
        }

        @Override
        public Optional<ModelMessage> onAnswer(ModelMessage.Answer answer) {
            if (answer.requests().isEmpty() && tools.isEmpty()) {
                return Optional.of(answer);
            }
            String step = JsonWriter.toText(out -> {
                if (answer.requests().isEmpty()) {
                    out.text("finalSummary", answer.text()).flag("done", true);
                } else {
                    out.objects("actions", answer.requests(), (action, request) -> {
                                action.text("tool", request.tool());
                                arguments(request.arguments()).forEach(action::value);
                            })
                            .text("commentary", answer.text())
                            .flag("done", false);
                }
            });
            return Optional.of(new ModelMessage.Answer(step, List.of()));
        }

        @Override
        public Optional<ModelMessage> onResult(ModelMessage.Result result) {
            Map<String, JsonValue> told = new LinkedHashMap<>();
            told.put("tool", JsonValue.of(result.request().tool()));
            told.put("result", JsonValue.of(result.text()));
            results.add(JsonValue.object(told));
            return Optional.empty();
        }
    }

    private static Map<String, JsonValue> arguments(String json) {
        try {
            return JsonReader.OBJECT
                    .tryRead(JsonValue.parse(json))
                    .map(JsonValue::members)
                    .orElse(Map.of());
        } catch (MalformedJson e) {
            return Map.of();
        }
    }

    private static String describe(List<ModelTool> tools) {
        return tools.stream()
                .map(it -> "- " + it.name() + ": " + it.description() + " "
                        + it.parameters().json())
                .collect(Collectors.joining("\n"));
    }
}
