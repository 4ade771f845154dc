package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Every question has one reply. */
class QuestionsTest {
    private final Questions<String> questions = new Questions<>("nobody");
    private final CompletableFuture<String> one = new CompletableFuture<>();
    private final CompletableFuture<String> two = new CompletableFuture<>();

    @Test
    void a_reply_belongs_to_the_question_of_its_number() {
        long first = questions.add(one);
        long second = questions.add(two);

        questions.settle(second, "b");

        assertThat(first).isNotEqualTo(second);
        assertThat(one).isNotDone();
        assertThat(two).isCompletedWithValue("b");
    }

    @Test
    void a_second_reply_and_one_to_nothing_are_ignored() {
        long number = questions.add(one);
        questions.settle(number, "a");

        questions.settle(number, "b");
        questions.settle(number + 1, "c");

        assertThat(one).isCompletedWithValue("a");
    }

    @Test
    void at_the_end_the_open_questions_have_their_reply_and_the_others_keep_theirs() {
        questions.settle(questions.add(one), "a");
        questions.add(two);

        questions.close();

        assertThat(one).isCompletedWithValue("a");
        assertThat(two).isCompletedWithValue("nobody");
    }

    @Test
    void a_question_after_the_end_has_its_reply_at_once() {
        questions.close();

        questions.add(one);

        assertThat(one).isCompletedWithValue("nobody");
    }

    @Test
    void whoever_completes_a_reply_may_ask_again() {
        CompletableFuture<String> again = one.thenCompose(reply -> {
            questions.add(two);
            return two;
        });
        questions.add(one);

        questions.close();

        assertThat(again).isCompletedWithValue("nobody");
    }
}
