package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class ToolDefinitionsTest {
    private static final int MOST = 3;

    private final ToolDefinitions definitions = new ToolDefinitions(MOST);

    private void remember(String name, Set<String> inUse) {
        definitions.remember(name, "of " + name, inUse::contains);
    }

    @Test
    void D134_what_a_tool_was_is_remembered_up_to_the_limit() {
        remember("a", Set.of());
        remember("b", Set.of());
        remember("c", Set.of());

        assertThat(definitions.remember("a", "other", name -> false)).contains("of a");
        assertThat(definitions.remember("a", "third", name -> false)).contains("other");
    }

    @Test
    void D134_beyond_it_the_one_is_forgotten_that_was_not_seen_for_longest() {
        remember("a", Set.of());
        remember("b", Set.of());
        remember("a", Set.of());
        remember("c", Set.of());
        remember("d", Set.of());

        assertThat(definitions.remember("b", "", name -> false)).isEmpty();
        assertThat(definitions.remember("d", "", name -> false)).contains("of d");
    }

    @Test
    void D134_no_flood_of_names_has_a_tool_forgotten_that_is_in_use() {
        remember("a", Set.of("a"));
        for (int i = 0; i < 100; i++) {
            remember("flood" + i, Set.of("a", "flood" + i));
        }

        assertThat(definitions.remember("a", "", name -> false)).contains("of a");
    }
}
