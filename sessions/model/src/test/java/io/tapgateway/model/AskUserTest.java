package io.tapgateway.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What a model is told that asks its person. */
final class AskUserTest {
    private static final Map<String, ?> WHICH =
            Map.of("question", "Which colour?", "choices", List.of("red", "blue"), "onlyChoices", true);

    private final SessionUser user = SessionUser.create(() -> 0);
    private final AskUser tool = new AskUser(user);
    private final List<OpenQuestion> opened = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();

    /** Somebody who answers in the instant in which something is asked. */
    private void sits(BiConsumer<Attachment, OpenQuestion> answer) {
        AtomicReference<Attachment> seat = new AtomicReference<>();
        seat.set(user.attach(new Surface() {
            @Override
            public String name() {
                return "here";
            }

            @Override
            public int mostCharacters() {
                return 1_000;
            }

            @Override
            public void opened(OpenQuestion question) {
                opened.add(question);
                answer.accept(seat.get(), question);
            }

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {
                closed.add(how.text());
            }
        }));
    }

    @Test
    void U101_the_answer_of_the_person_is_what_the_model_gets() throws Exception {
        sits((seat, question) -> seat.answer(question.id(), "blue"));

        assertThat(tool.run(JsonValue.of(WHICH))).isEqualTo("blue");
        assertThat(opened)
                .extracting(OpenQuestion::request)
                .containsExactly(new UserQuestion(AskUser.ASKER, "Which colour?", List.of("red", "blue"), true));
        assertThat(tool.definition().parameters().json()).contains("\"required\":[\"question\"]");
    }

    @Test
    void U103_without_an_answer_the_model_is_told_why_and_what_to_do() throws Exception {
        String absent = tool.run(JsonValue.of(WHICH));
        sits((seat, question) -> seat.deny(question.id(), "later"));

        assertThat(absent).startsWith("UNAVAILABLE: Nobody is there who could answer. Decide by yourself");
        assertThat(tool.run(JsonValue.of(WHICH)))
                .isEqualTo("UNAUTHORIZED: the user does not want to answer that: later");
    }

    @Test
    void U104_what_is_no_question_is_asked_of_nobody() throws Exception {
        sits((seat, question) -> {});

        assertThat(tool.run(JsonValue.EMPTY_OBJECT)).startsWith("INVALID_ARGUMENTS: /question ");
        assertThat(tool.run(JsonValue.of(Map.of("question", "?", "onlyChoices", true))))
                .isEqualTo("INVALID_ARGUMENTS: Where nothing else is an answer there have to be choices. Nobody was"
                        + " asked.");
        assertThat(opened).isEmpty();
    }

    @Test
    void W048_a_few_questions_are_asked_in_turn() throws Exception {
        List<String> answers = new ArrayList<>(List.of("blue", ""));
        sits((seat, question) -> {
            if (answers.isEmpty()) {
                seat.deny(question.id(), "");
            } else {
                seat.answer(question.id(), answers.remove(0));
            }
        });
        List<Map<String, String>> more =
                List.of(Map.of("question", "Why?"), Map.of("question", "When?"), Map.of("question", "Where?"));

        assertThat(tool.run(JsonValue.of(Map.of("question", "Which?", "more", more))))
                .isEqualTo("""
                        1. blue
                        2. The user has given an empty answer.
                        3. UNAUTHORIZED: the user does not want to answer that.
                        Nothing more was asked.""");
        assertThat(opened).hasSize(3);
    }

    @Test
    void W048_more_than_four_questions_are_asked_of_nobody() throws Exception {
        sits((seat, question) -> {});
        Map<String, String> one = Map.of("question", "Why?");

        assertThat(tool.run(JsonValue.of(Map.of("question", "Which?", "more", List.of(one, one, one, one)))))
                .isEqualTo("INVALID_ARGUMENTS: At most 3 questions follow the first one. Nobody was asked.");
        assertThat(opened).isEmpty();
    }

    @Test
    void U102_a_turn_that_is_stopped_takes_its_question_back() {
        sits((seat, question) -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> tool.run(JsonValue.of(WHICH))).isInstanceOf(InterruptedException.class);

        assertThat(opened).hasSize(1);
        assertThat(closed).containsExactly("interrupted");
        assertThat(user.open()).isEmpty();
    }
}
