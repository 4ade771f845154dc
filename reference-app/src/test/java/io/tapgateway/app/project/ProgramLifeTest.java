package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.tapgateway.programs.StartedProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every state of a program with every way out of it. */
class ProgramLifeTest {
    private final StartedProgram process = mock(StartedProgram.class);
    private final ProgramLife waiting = ProgramLife.begin();
    private final ProgramLife running = waiting.toRunning(process);
    private final ProgramLife stopping = running.toStopped();
    private final ProgramLife ended = stopping.toEnded();
    private final ProgramLife givenUp = running.toGivenUp();
    private final List<ProgramLife> states = List.of(waiting, running, stopping, ended, givenUp);

    private Map<String, UnaryOperator<ProgramLife>> transitions() {
        Map<String, UnaryOperator<ProgramLife>> transitions = new LinkedHashMap<>();
        transitions.put("toRunning", state -> state.toRunning(process));
        transitions.put("toWaiting", ProgramLife::toWaiting);
        transitions.put("toEnded", ProgramLife::toEnded);
        transitions.put("toGivenUp", ProgramLife::toGivenUp);
        transitions.put("toStopped", ProgramLife::toStopped);
        return transitions;
    }

    @Test
    void a_state_has_these_exits_and_no_others() {
        String page = states.stream()
                .map(state -> name(state) + ": " + String.join(", ", exits(state)) + "\n")
                .collect(Collectors.joining());

        assertThat(page).isEqualTo("""
                Waiting: toRunning → Running, toGivenUp → GivenUp, toStopped → Ended
                Running: toWaiting → Waiting, toEnded → Ended, toGivenUp → GivenUp, toStopped → Stopping
                Stopping: toEnded → Ended, toStopped → Stopping
                Ended: toStopped → Ended
                GivenUp: toStopped → GivenUp
                """);
    }

    private List<String> exits(ProgramLife state) {
        List<String> exits = new ArrayList<>();
        transitions().forEach((name, transition) -> {
            try {
                exits.add(name + " → " + name(transition.apply(state)));
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessage(name + ": the program is " + name(state));
            }
        });
        return exits;
    }

    private static String name(ProgramLife state) {
        return state.getClass().getSimpleName();
    }

    @Test
    void every_transition_is_on_that_page() {
        assertThat(ProgramLife.class.getDeclaredMethods())
                .extracting(method -> method.getName())
                .filteredOn(name -> name.matches("to[A-Z].*"))
                .containsExactlyInAnyOrderElementsOf(transitions().keySet());
    }

    @Test
    void a_process_is_there_until_it_has_ended_and_wanted_until_it_is_stopped() {
        assertThat(states).filteredOn(state -> state.process().isPresent()).containsExactly(running, stopping);
        assertThat(states).filteredOn(ProgramLife::isWanted).containsExactly(waiting, running);
        assertThat(states)
                .extracting(ProgramLife::shown)
                .containsExactly("waiting", "running", "running", "ended", "given_up");
    }
}
