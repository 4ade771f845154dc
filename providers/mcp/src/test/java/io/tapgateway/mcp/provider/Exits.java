package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tries each way out of each state of a machine. */
final class Exits {
    private Exits() {}

    /**
     * Where they lead, a line for each state; what is refused says so as the machine promises.
     *
     * @param family the states' common type, all of whose transitions are among the given ones
     * @param subject what the message of a refusal is about
     */
    static <S> String page(Class<S> family, String subject, List<S> states, Map<String, UnaryOperator<S>> transitions) {
        assertThat(Stream.of(family.getDeclaredMethods()).map(method -> method.getName()))
                .filteredOn(name -> name.matches("to[A-Z].*"))
                .containsExactlyInAnyOrderElementsOf(transitions.keySet());
        return states.stream()
                .map(state -> name(state) + ": " + String.join(", ", exits(state, subject, transitions)) + "\n")
                .collect(Collectors.joining());
    }

    private static <S> List<String> exits(S state, String subject, Map<String, UnaryOperator<S>> transitions) {
        List<String> exits = new ArrayList<>();
        transitions.forEach((name, transition) -> {
            try {
                exits.add(name + " → " + name(transition.apply(state)));
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessage(name + ": " + subject + " is " + name(state));
            }
        });
        return exits;
    }

    private static String name(Object state) {
        return state.getClass().getSimpleName();
    }
}
