package io.tapgateway.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Every state of a machine with every input, on one page: the state that follows, {@code .} for none, {@code !} for a
 * refusal.
 */
final class StateTable<S> {
    private final Map<String, UnaryOperator<S>> inputs = new LinkedHashMap<>();
    private final Map<String, S> states = new LinkedHashMap<>();

    StateTable<S> input(String name, UnaryOperator<S> input) {
        inputs.put(name, input);
        return this;
    }

    /** Adds a state under the name of its class. */
    StateTable<S> state(S state) {
        return state(name(state), state);
    }

    StateTable<S> state(String name, S state) {
        states.put(name, state);
        return this;
    }

    /** The page: a line for each input, a column for each state. */
    String page() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(new ArrayList<>(states.keySet()));
        lines.get(0).add(0, "");
        inputs.forEach((name, input) -> {
            List<String> line = new ArrayList<>(List.of(name));
            states.values().forEach(state -> line.add(next(state, input)));
            lines.add(line);
        });
        return lines.stream()
                .map(line -> String.join(" | ", padded(line, lines)).stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static List<String> padded(List<String> line, List<List<String>> lines) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            int column = i;
            int width =
                    lines.stream().mapToInt(it -> it.get(column).length()).max().orElse(0);
            cells.add(line.get(i) + " ".repeat(width - line.get(i).length()));
        }
        return cells;
    }

    private String next(S state, UnaryOperator<S> input) {
        try {
            S next = input.apply(state);
            return next.equals(state) ? "." : name(next);
        } catch (IllegalStateException refused) {
            return "!";
        }
    }

    private static String name(Object state) {
        return state.getClass().getSimpleName();
    }
}
