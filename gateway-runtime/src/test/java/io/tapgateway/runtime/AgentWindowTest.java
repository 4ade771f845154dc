package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AgentWindowTest {
    @Test
    void G001_a_window_has_a_process_and_a_few_names_that_are_not_long() {
        AgentWindow most = new AgentWindow(1, names(AgentWindow.MAX_CONVERSATIONS));
        String longest = "c".repeat(AgentWindow.MAX_CONVERSATION_CHARACTERS);

        assertThat(most.conversations()).hasSize(AgentWindow.MAX_CONVERSATIONS);
        assertThat(new AgentWindow(1, Set.of(longest)).conversations()).containsExactly(longest);
        assertThatIllegalArgumentException().isThrownBy(() -> new AgentWindow(0, Set.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AgentWindow(1, names(AgentWindow.MAX_CONVERSATIONS + 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new AgentWindow(1, Set.of(longest + "c")));
        assertThatIllegalArgumentException().isThrownBy(() -> new AgentWindow(1, Set.of("")));
    }

    @Test
    void G001_a_window_gets_one_more_name_while_there_is_room() {
        AgentWindow most = new AgentWindow(1, names(AgentWindow.MAX_CONVERSATIONS));
        String tooLong = "c".repeat(AgentWindow.MAX_CONVERSATION_CHARACTERS + 1);

        assertThat(new AgentWindow(1, Set.of("a")).knownAs("b").conversations()).containsExactlyInAnyOrder("a", "b");
        assertThat(most.knownAs("b")).isEqualTo(most);
        assertThat(new AgentWindow(1, Set.of()).knownAs("").knownAs(tooLong).conversations())
                .isEmpty();
    }

    private static Set<String> names(int number) {
        return IntStream.range(0, number).mapToObj(i -> "c" + i).collect(Collectors.toSet());
    }
}
