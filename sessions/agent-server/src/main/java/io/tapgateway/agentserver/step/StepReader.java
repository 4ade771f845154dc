package io.tapgateway.agentserver.step;

import io.tapgateway.model.ModelTool;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the step in what a model has said, or what is wrong with it. Immutable. */
final class StepReader {
    private static final String NO_JSON = "There is no JSON object in your answer that can be read.";

    private final Map<String, ModelTool> tools;

    /** @param tools those that a step may use */
    StepReader(List<ModelTool> tools) {
        this.tools = tools.stream().collect(Collectors.toUnmodifiableMap(ModelTool::name, it -> it, (one, two) -> one));
    }

    /**
     * What was found.
     *
     * @param fault for the model, a sentence; empty where there is a step
     */
    record Reading(Optional<ModelStep> step, String fault) {
        private static Reading of(ModelStep step) {
            return new Reading(Optional.of(step), "");
        }

        private static Reading wrong(String fault) {
            return new Reading(Optional.empty(), fault);
        }
    }

    /** The first place that holds a step wins; if none does, the first one that holds an object says what is wrong. */
    Reading read(String text) {
        Optional<Reading> wrong = Optional.empty();
        for (String candidate : StepCandidates.of(text)) {
            Optional<Reading> reading = object(candidate).map(this::judge);
            if (reading.isPresent() && reading.get().step().isPresent()) {
                return reading.get();
            }
            wrong = wrong.or(() -> reading);
        }
        return wrong.orElseGet(() -> Reading.wrong(NO_JSON));
    }

    private static Optional<JsonValue> object(String candidate) {
        if (!candidate.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return JsonReader.OBJECT.tryRead(JsonValue.parse(candidate));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private Reading judge(JsonValue object) {
        Optional<JsonValue> done = object.get("done");
        if (done.filter(it -> it.kind() != JsonKind.BOOLEAN).isPresent()) {
            return Reading.wrong("`done` is true or false.");
        }
        if (done.filter(JsonValue::asBoolean).isPresent()) {
            return Reading.of(new ModelStep(List.of(), text(object, "finalSummary"), true));
        }
        List<JsonValue> wanted = object.get("actions")
                .filter(it -> it.kind() == JsonKind.ARRAY)
                .map(JsonValue::elements)
                .orElse(List.of());
        if (wanted.isEmpty()) {
            return Reading.wrong("A step that is not the last has at least one action in `actions`.");
        }
        if (wanted.size() > ModelStep.MOST_ACTIONS) {
            return Reading.wrong("A step has at most " + ModelStep.MOST_ACTIONS + " actions.");
        }
        List<ModelStep.Action> actions = new ArrayList<>();
        for (JsonValue each : wanted) {
            Optional<String> fault = fault(each);
            if (fault.isPresent()) {
                return Reading.wrong(fault.get());
            }
            actions.add(action(each));
        }
        return Reading.of(new ModelStep(actions, text(object, "commentary"), false));
    }

    private Optional<String> fault(JsonValue action) {
        if (action.kind() != JsonKind.OBJECT) {
            return Optional.of("Each action is an object with a `tool` and its arguments.");
        }
        Optional<ModelTool> tool = Optional.ofNullable(tools.get(text(action, "tool")));
        return tool.isEmpty()
                ? Optional.of("There is no tool of the name that an action has in `tool`; there are "
                        + String.join(", ", tools.keySet().stream().sorted().toList()) + ".")
                : ArgumentFault.find(tool.get(), action(action).arguments());
    }

    /** What stands beside the name of the tool are its arguments. */
    private static ModelStep.Action action(JsonValue action) {
        Map<String, JsonValue> arguments = new LinkedHashMap<>(action.members());
        arguments.remove("tool");
        return new ModelStep.Action(text(action, "tool"), JsonValue.object(arguments));
    }

    private static String text(JsonValue object, String member) {
        return object.get(member).flatMap(JsonReader.TEXT::tryRead).orElse("");
    }
}
