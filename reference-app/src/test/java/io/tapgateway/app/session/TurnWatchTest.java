package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.session.RunningTurn.Phase;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ToolRequest;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.model.TurnEvent.Part;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnWatchTest {
    private final List<RunningTurn.Change> changes = new ArrayList<>();
    private final TurnWatch watch = new TurnWatch(changes::add);

    private void happens(TurnEvent... events) {
        List.of(events).forEach(event -> event.accept(watch));
    }

    private static TurnEvent started(long turn) {
        return new TurnEvent.Started(turn, Optional.empty(), "Go on.");
    }

    private static TurnEvent writes(String piece) {
        return new TurnEvent.PartDelta(Part.TEXT, "txt_1", piece);
    }

    private static TurnEvent uses(String tool) {
        return new TurnEvent.ToolCalled(new ToolRequest("1", tool, "{}"), JsonValue.EMPTY_OBJECT, true);
    }

    @Test
    void an_answer_grows_piece_by_piece_and_is_gone_once_it_is_said() {
        happens(started(3), new TurnEvent.StepStarted(), writes("Let me "), writes("look."));
        assertThat(watch.now()).contains(new RunningTurn(3, Phase.WRITING, "Let me look."));

        happens(new TurnEvent.Answered(new ModelMessage.Answer("Let me look.", List.of())), uses("look"));
        assertThat(watch.now()).contains(new RunningTurn(3, Phase.TOOLS, ""));
        happens(new TurnEvent.StepStarted(), writes("Done."), new TurnEvent.Ended(3, true));

        assertThat(watch.now()).isEmpty();
        assertThat(changes)
                .containsExactly(
                        new RunningTurn.Change(3, Phase.THINKING, 0, ""),
                        new RunningTurn.Change(3, Phase.WRITING, 0, "Let me "),
                        new RunningTurn.Change(3, Phase.WRITING, 7, "look."),
                        new RunningTurn.Change(3, Phase.TOOLS, 0, ""),
                        new RunningTurn.Change(3, Phase.THINKING, 0, ""),
                        new RunningTurn.Change(3, Phase.WRITING, 0, "Done."),
                        new RunningTurn.Change(3, Phase.OVER, 0, ""));
    }

    @Test
    void what_a_model_thinks_is_not_what_it_says() {
        happens(started(1), new TurnEvent.PartDelta(Part.REASONING, "rsn_1", "Hm."));

        assertThat(watch.now()).contains(new RunningTurn(1, Phase.THINKING, ""));
    }

    @Test
    void of_a_long_answer_the_beginning_is_kept_while_it_is_written() {
        String half = "a".repeat(RunningTurn.MOST_CHARACTERS / 2 + 1);

        happens(started(1), writes(half), writes(half), writes("more"));

        assertThat(watch.now().orElseThrow().text()).hasSize(RunningTurn.MOST_CHARACTERS);
        assertThat(changes).extracting(it -> it.piece().length()).containsExactly(0, half.length(), half.length() - 2);
    }
}
