package io.tapgateway.agentserver.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.ModelTool;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepReaderTest {
    private static final String READ =
            "{\"actions\":[{\"tool\":\"readFiles\",\"files\":[\"a\"]}],\"commentary\":\"Look\",\"done\":false}";

    private final StepReader reader = new StepReader(List.of(
            tool("readFiles", "{\"properties\":{\"files\":{\"type\":\"array\"}},\"required\":[\"files\"]}"),
            tool("editFile", "{\"properties\":{\"max\":{\"type\":\"integer\"}}}")));

    private static ModelTool tool(String name, String schema) {
        try {
            return new ModelTool(name, "", JsonValue.parse(schema));
        } catch (MalformedJson e) {
            throw new AssertionError(schema, e);
        }
    }

    @Test
    void A022_arguments_that_are_missing_or_of_another_type_are_corrected() {
        assertThat(reader.read("{\"actions\":[{\"tool\":\"readFiles\",\"file\":\"a\"}]}")
                        .fault())
                .isEqualTo("`readFiles` cannot be used without `files`.");
        assertThat(reader.read("{\"actions\":[{\"tool\":\"readFiles\",\"files\":\"a\"}]}")
                        .fault())
                .isEqualTo("`files` of `readFiles` is of the type array.");
        assertThat(reader.read("{\"actions\":[{\"tool\":\"editFile\",\"max\":1.5}]}")
                        .fault())
                .isEqualTo("`max` of `editFile` is of the type integer.");
        assertThat(step("{\"actions\":[{\"tool\":\"editFile\",\"max\":2,\"more\":true}]}")
                        .actions())
                .hasSize(1);
    }

    private ModelStep step(String text) {
        return reader.read(text).step().orElseThrow(() -> new AssertionError("no step in " + text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                READ,
                "  \n" + READ + "\n",
                "I look at it first.\n```json\n" + READ + "\n```\nThen we see.",
                "First {this}, then:\n" + READ + "\nThat is it.",
                "{\"note\":\"not a step\"}\n" + READ,
                "An unclosed { brace, then " + READ
            })
    void A020_a_step_is_found_wherever_it_stands(String text) {
        ModelStep step = step(text);

        assertThat(step.actions()).singleElement().satisfies(it -> {
            assertThat(it.tool()).isEqualTo("readFiles");
            assertThat(it.arguments().json()).isEqualTo("{\"files\":[\"a\"]}");
        });
        assertThat(step.said()).isEqualTo("Look");
    }

    @Test
    void A020_the_last_of_several_fenced_steps_wins() {
        String first = "{\"actions\":[{\"tool\":\"editFile\"}]}";

        assertThat(step("```\n" + first + "\n```\nor\n```\n" + READ + "\n```").actions())
                .extracting(ModelStep.Action::tool)
                .containsExactly("readFiles");
    }

    @Test
    void A020_braces_in_strings_are_text() {
        assertThat(step("So: {\"actions\":[{\"tool\":\"editFile\",\"content\":\"} \\\" {\"}]} .")
                        .actions()
                        .get(0)
                        .arguments()
                        .json())
                .isEqualTo("{\"content\":\"} \\\" {\"}");
    }

    @Test
    void A020_JSON_is_strict() {
        assertThat(reader.read("{'done': true}").fault()).contains("no JSON object");
        assertThat(reader.read("{\"done\":true,}").fault()).contains("no JSON object");
    }

    @Test
    void A021_what_is_done_has_no_actions() {
        ModelStep step =
                step("{\"actions\":[{\"tool\":\"editFile\"}],\"finalSummary\":\"All is well.\",\"done\":true}");

        assertThat(step.done()).isTrue();
        assertThat(step.actions()).isEmpty();
        assertThat(step.said()).isEqualTo("All is well.");
    }

    @Test
    void A021_a_step_has_eight_actions_at_most() {
        String action = "{\"tool\":\"editFile\"}";
        String eight = (action + ",").repeat(ModelStep.MOST_ACTIONS - 1) + action;

        assertThat(step("{\"actions\":[" + eight + "]}").actions()).hasSize(ModelStep.MOST_ACTIONS);
        assertThat(reader.read("{\"actions\":[" + eight + "," + action + "]}").fault())
                .contains("at most 8 actions");
    }

    @Test
    void A022_faults_are_named() {
        assertThat(reader.read("I will read it.").fault()).contains("no JSON object");
        assertThat(reader.read("{\"actions\":[]}").fault()).contains("at least one action");
        assertThat(reader.read("{\"actions\":[{\"tool\":\"bash\"}]}").fault()).contains("editFile, readFiles");
        assertThat(reader.read("{\"actions\":[\"readFiles\"]}").fault()).contains("is an object");
        assertThat(reader.read("{\"done\":\"yes\"}").fault()).contains("true or false");
    }

    @Test
    void A023_what_stands_beside_the_tool_are_its_arguments() {
        assertThat(step("{\"actions\":[{\"path\":\"a\",\"tool\":\"editFile\",\"content\":\"b\"}]}")
                        .actions()
                        .get(0)
                        .arguments()
                        .json())
                .isEqualTo("{\"path\":\"a\",\"content\":\"b\"}");
    }

    @Test
    @Timeout(20)
    void T50_texts_made_to_be_slow_are_read_all_the_same() {
        assertThat(reader.read("{".repeat(1 << 20)).step()).isEmpty();
        assertThat(reader.read("{\"".repeat(1 << 20)).step()).isEmpty();
        assertThat(reader.read("```".repeat(1 << 20)).step()).isEmpty();
        assertThat(reader.read("{}".repeat(1 << 20)).step()).isEmpty();
        assertThat(reader.read("[".repeat(1 << 20)).step()).isEmpty();
    }

    @Test
    void A020_no_more_places_than_the_limit_are_looked_at() {
        String many = "{\"a\":1}".repeat(3);
        StringBuilder text = new StringBuilder(READ);
        for (int i = 0; i < StepCandidates.MOST; i++) {
            text.append(" {\"n\":").append(i).append('}');
        }

        assertThat(StepCandidates.of(text.toString())).hasSize(StepCandidates.MOST);
        assertThat(reader.read(text.toString()).step()).isEmpty();
        assertThat(reader.read(READ + many).step()).isPresent();
        assertThat(reader.read(" ".repeat(StepCandidates.MOST_CHARACTERS) + READ)
                        .step())
                .isEmpty();
    }
}
