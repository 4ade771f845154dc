package io.tapgateway.agentserver.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ModelFailure;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ModelTool;
import io.tapgateway.model.Question;
import io.tapgateway.model.ToolRequest;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepModelTest {
    private static final String STEP =
            "{\"actions\":[{\"tool\":\"readFiles\",\"files\":[\"a\"]}],\"commentary\":\"Look\"}";
    private static final ModelTool TOOL = new ModelTool("readFiles", "Reads files.", JsonValue.EMPTY_OBJECT);

    private final Deque<String> script = new ArrayDeque<>();
    private final List<Question> asked = new ArrayList<>();
    private final LanguageModel plain = question -> {
        asked.add(question);
        return new ModelMessage.Answer(script.removeFirst(), List.of());
    };

    private static Question question(ModelMessage... messages) {
        List<ModelMessage> all = new ArrayList<>(List.of(new ModelMessage.Instructions("Be brief.")));
        all.addAll(List.of(messages));
        return new Question(all, List.of(TOOL));
    }

    private String told(int question) {
        StringBuilder all = new StringBuilder();
        for (ModelMessage each : asked.get(question).messages()) {
            all.append(each).append('\n');
        }
        return all.toString();
    }

    @Test
    void A019_instructions_and_schemas_and_the_goal_are_told_and_no_tool_is_offered() throws Exception {
        script.add(STEP);

        ModelMessage.Answer answer = StepModel.of(plain, 12).answer(question(new ModelMessage.Prompt("Goal")));

        assertThat(told(0)).contains("Be brief.", "- readFiles: Reads files. {}", "Prompt[text=Goal]");
        assertThat(asked.get(0).tools()).isEmpty();
        assertThat(answer.text()).isEqualTo("Look");
        assertThat(answer.requests()).containsExactly(new ToolRequest("step-1-1", "readFiles", "{\"files\":[\"a\"]}"));
    }

    @Test
    void A019_steps_of_before_are_told_as_the_model_wrote_them() throws Exception {
        script.add("{\"done\":true,\"finalSummary\":\"Read.\"}");
        ToolRequest first = new ToolRequest("1", "readFiles", "{\"files\":[\"a\"]}");

        ModelMessage.Answer answer = StepModel.of(plain, 12)
                .answer(question(
                        new ModelMessage.Prompt("Goal"),
                        new ModelMessage.Answer("Look", List.of(first)),
                        new ModelMessage.Result(first, "<provider-text>text</provider-text>")));

        assertThat(told(0))
                .contains(
                        "{\"actions\":[{\"tool\":\"readFiles\",\"files\":[\"a\"]}],\"commentary\":\"Look\",\"done\":false}");
        assertThat(answer).isEqualTo(new ModelMessage.Answer("Read.", List.of()));
    }

    @Test
    void A024_results_are_told_together_each_in_its_envelope() throws Exception {
        script.add("{\"done\":true}");
        ToolRequest one = new ToolRequest("1", "readFiles", "{}");
        ToolRequest two = new ToolRequest("2", "readFiles", "{}");

        ModelMessage.Answer answer = StepModel.of(plain, 12)
                .answer(question(
                        new ModelMessage.Answer("", List.of(one, two)),
                        new ModelMessage.Result(one, "<provider-text>a</provider-text>"),
                        new ModelMessage.Result(two, "<provider-text>b</provider-text>")));

        assertThat(told(0))
                .contains(
                        "Prompt[text=TOOL_RESULTS\n[{\"tool\":\"readFiles\",\"result\":\"<provider-text>a</provider-text>\"},"
                                + "{\"tool\":\"readFiles\",\"result\":\"<provider-text>b</provider-text>\"}]]");
        assertThat(answer.text()).isEqualTo("Done.");
    }

    @Test
    void A022_two_faults_in_a_row_are_corrected() throws Exception {
        script.addAll(List.of("Hm.", "{\"actions\":[]}", STEP));

        ModelMessage.Answer answer = StepModel.of(plain, 12).answer(question(new ModelMessage.Prompt("Goal")));

        assertThat(answer.requests()).hasSize(1);
        assertThat(told(1)).contains("no JSON object", "{\"actions\":[{\"tool\":\"readFiles\"}]");
        assertThat(told(2)).contains("at least one action");
    }

    @Test
    void A022_the_third_ends_it() {
        script.addAll(List.of("Hm.", "Hm.", "Hm."));

        assertThatThrownBy(() -> StepModel.of(plain, 12).answer(question(new ModelMessage.Prompt("Goal"))))
                .isInstanceOf(ModelFailure.class)
                .hasMessage(StepModel.NO_STEP);
    }

    @Test
    void A022_answers_are_bounded_however_they_alternate() throws Exception {
        LanguageModel model = StepModel.of(plain, 2);
        script.addAll(List.of("Hm.", "Hm.", STEP, "Hm.", "Hm.", STEP));
        model.answer(question());
        model.answer(question());

        assertThatThrownBy(() -> model.answer(question())).hasMessage(StepModel.NO_STEP);
        assertThat(asked).hasSize(2 * 2 + 2);
    }

    @Test
    void A005_who_only_talks_is_offered_no_tool_and_uses_none() throws Exception {
        ToolRequest wish = new ToolRequest("1", "readFiles", "{}");
        LanguageModel eager = question -> {
            asked.add(question);
            return new ModelMessage.Answer("Hello.", List.of(wish));
        };

        ModelMessage.Answer answer = StepModel.talking(eager).answer(question(new ModelMessage.Prompt("Hi.")));

        assertThat(asked.get(0).tools()).isEmpty();
        assertThat(answer).isEqualTo(new ModelMessage.Answer("Hello.", List.of()));
    }
}
