package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownNamesTest {
    private static final String LONG = "b".repeat(51);

    @ParameterizedTest
    @ValueSource(strings = {"gemini-cli-mcp-client", "Copilot CLI"})
    void G010_names_of_50_characters_are_shown_as_they_are_and_longer_ones_cut(String agent) {
        ShownNames names = ShownNames.forAgent(agent);

        assertThat(names.shown("b".repeat(50))).contains("b".repeat(50));
        assertThat(names.shown(LONG)).hasValueSatisfying(it -> assertThat(it).matches("b{41}_[0-9a-f]{8}"));
        assertThat(names.shown(LONG)).isEqualTo(names.shown(LONG));
    }

    @Test
    void other_agents_are_shown_every_name_as_it_is() {
        assertThat(ShownNames.forAgent("claude-code").shown("b".repeat(64))).contains("b".repeat(64));
    }

    @Test
    void M021_a_name_that_was_shown_never_means_another_tool() {
        ShownNames names = ShownNames.forAgent("gemini");
        String shown = names.shown(LONG).orElseThrow();

        assertThat(names.shown(shown)).isEmpty();
        assertThat(names.tool(shown)).isEqualTo(LONG);
    }

    @Test
    void M021_beyond_ten_thousand_names_no_new_one_is_shown() {
        ShownNames names = ShownNames.forAgent("gemini");
        for (int i = 0; i < ShownNames.MOST_NAMES; i++) {
            assertThat(names.shown("t" + i)).isPresent();
        }

        assertThat(names.shown("one_more")).isEmpty();
        assertThat(names.shown("t0")).contains("t0");
    }
}
