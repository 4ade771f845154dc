package io.tapgateway.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final AgentLimits LIMITS = new AgentLimits(3, 2, 2, 100, 100);

    private final Turn turn = new Turn("What is new?", LIMITS);

    @Test
    void an_answer_without_requests_ends_it() {
        assertThat(turn.answered(said("Nothing."))).isEmpty();

        assertThat(turn.end()).contains(new TurnEnd(TurnEnd.Kind.ANSWERED, "Nothing."));
        assertThat(turn.messages()).containsExactly(new ModelMessage.Prompt("What is new?"), said("Nothing."));
    }

    @Test
    void each_request_has_its_result_right_after_the_answer() {
        ModelMessage.Answer answer = wants("a", "b");

        assertThat(turn.answered(answer)).extracting(ToolRequest::tool).containsExactly("a", "b");
        turn.used(List.of("A", "B"));

        assertThat(turn.end()).isEmpty();
        assertThat(turn.messages())
                .containsExactly(
                        new ModelMessage.Prompt("What is new?"),
                        answer,
                        result(answer, 0, "A"),
                        result(answer, 1, "B"));
    }

    @Test
    void more_tools_than_allowed_at_once_are_refused_and_the_model_is_told() {
        ModelMessage.Answer answer = wants("a", "b", "c");

        assertThat(turn.answered(answer)).extracting(ToolRequest::tool).containsExactly("a", "b");
        turn.used(List.of("A", "B"));

        assertThat(turn.messages()).hasSize(5);
        assertThat(((ModelMessage.Result) turn.messages().get(4)).text()).startsWith("RATE_LIMITED: at most 2 tools");
    }

    @Test
    void the_last_answer_allowed_ends_it_only_if_it_wants_to_go_on() {
        IntStream.range(0, 2).forEach(round -> {
            turn.answered(wants("a"));
            turn.used(List.of("A"));
        });
        assertThat(turn.end()).isEmpty();

        turn.answered(wants("a"));
        turn.used(List.of("A"));

        assertThat(turn.end()).hasValueSatisfying(end -> {
            assertThat(end.kind()).isEqualTo(TurnEnd.Kind.LIMIT);
            assertThat(end.text()).contains("after 3 answers");
        });
        Turn other = new Turn("x", LIMITS);
        IntStream.range(0, 2).forEach(round -> {
            other.answered(wants("a"));
            other.used(List.of("A"));
        });
        other.answered(said("Done."));
        assertThat(other.end()).contains(new TurnEnd(TurnEnd.Kind.ANSWERED, "Done."));
    }

    @Test
    void stopped_while_tools_run_it_leaves_a_conversation_that_can_go_on() {
        turn.answered(wants("a", "b", "c"));

        assertThat(turn.cancelled()).isTrue();

        assertThat(turn.end()).map(TurnEnd::kind).contains(TurnEnd.Kind.CANCELLED);
        assertThat(turn.messages().subList(2, 5))
                .allSatisfy(message ->
                        assertThat(((ModelMessage.Result) message).text()).startsWith("CANCELLED: "));
    }

    @Test
    void stopped_while_the_model_thinks_it_has_no_calls_to_end() {
        assertThat(turn.cancelled()).isFalse();

        assertThat(turn.messages()).containsExactly(new ModelMessage.Prompt("What is new?"));
    }

    @Test
    void an_empty_answer_fails_it() {
        turn.answered(said(" "));

        assertThat(turn.end()).map(TurnEnd::kind).contains(TurnEnd.Kind.FAILED);
        assertThat(turn.messages()).hasSize(1);
    }

    @Test
    void nothing_comes_after_the_end() {
        turn.failed("No.");

        assertThatThrownBy(() -> turn.answered(said("Late."))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void memory_forgets_whole_turns_oldest_first() {
        Memory memory = new Memory(10);
        memory.add(List.of(new ModelMessage.Prompt("12345"), said("6")));
        memory.add(List.of(new ModelMessage.Prompt("abcd")));
        assertThat(memory.messages()).hasSize(3);

        memory.add(List.of(new ModelMessage.Prompt("x")));

        assertThat(memory.messages()).containsExactly(new ModelMessage.Prompt("abcd"), new ModelMessage.Prompt("x"));
        memory.add(List.of(new ModelMessage.Prompt("more than ten characters")));
        assertThat(memory.messages()).isEmpty();
    }

    private static ModelMessage.Answer said(String text) {
        return new ModelMessage.Answer(text, List.of());
    }

    private static ModelMessage.Answer wants(String... tools) {
        return new ModelMessage.Answer(
                "",
                List.of(tools).stream()
                        .map(tool -> new ToolRequest("id-" + tool, tool, "{}"))
                        .toList());
    }

    private static ModelMessage.Result result(ModelMessage.Answer answer, int index, String text) {
        return new ModelMessage.Result(answer.requests().get(index), text);
    }
}
