package io.tapgateway.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agents.RememberedAnswers.Question;
import io.tapgateway.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RememberedAnswersTest {
    private static final HookEvent.Origin ORIGIN = new HookEvent.Origin("c1", Optional.empty());

    private final ManualClock clock = ManualClock.create();
    private final RememberedAnswers answers = new RememberedAnswers(clock::nanos);
    private int asked;

    @Test
    void G025_an_answer_is_remembered_for_ten_minutes() {
        ask("t1", "Bash ls");
        clock.advance(Duration.ofMinutes(10).minusNanos(1));
        ask("t1", "Bash ls");
        assertThat(asked).isEqualTo(1);

        clock.advance(Duration.ofNanos(1));
        ask("t1", "Bash ls");

        assertThat(asked).isEqualTo(2);
    }

    @Test
    void G025_who_asks_while_the_answer_is_being_found_waits_for_it() {
        Question question = Question.about(ORIGIN, "tool", "t1", "Bash ls");
        CompletableFuture<HookAnswer> found = new CompletableFuture<>();
        List<CompletionStage<HookAnswer>> waiting = new ArrayList<>();

        CompletionStage<HookAnswer> first = answers.of(question, () -> {
            waiting.add(answers.of(question, () -> CompletableFuture.failedFuture(new AssertionError("asked twice"))));
            return found;
        });
        found.complete(new HookAnswer.Deny("No."));

        assertThat(first).isCompletedWithValue(new HookAnswer.Deny("No."));
        assertThat(waiting.get(0)).isCompletedWithValue(new HookAnswer.Deny("No."));
    }

    @Test
    void G025_what_has_failed_is_not_remembered() {
        Question question = Question.about(ORIGIN, "tool", "t1", "Bash ls");

        CompletionStage<HookAnswer> failed = answers.of(question, () -> {
            throw new IllegalStateException("a bug");
        });
        ask("t1", "Bash ls");

        assertThat(failed).isCompletedExceptionally();
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void G025_another_use_or_other_arguments_are_asked_about_anew() {
        ask("t1", "Bash ls");
        ask("t2", "Bash ls");
        ask("t1", "Bash rm");

        assertThat(asked).isEqualTo(3);
    }

    @Test
    void of_more_answers_than_there_is_room_for_the_newest_are_remembered() {
        for (int i = 0; i < RememberedAnswers.MAX_REMEMBERED; i++) {
            ask("t" + i, "Bash ls");
        }
        ask("t0", "Bash ls");
        assertThat(asked).isEqualTo(RememberedAnswers.MAX_REMEMBERED);

        ask("one more", "Bash ls");
        ask("t1", "Bash ls");
        ask("t0", "Bash ls");

        assertThat(asked).isEqualTo(RememberedAnswers.MAX_REMEMBERED + 2);
    }

    private void ask(String id, String subject) {
        var unused = answers.of(Question.about(ORIGIN, "tool", id, subject), () -> {
            asked++;
            return CompletableFuture.completedFuture(new HookAnswer.Silence());
        });
    }
}
