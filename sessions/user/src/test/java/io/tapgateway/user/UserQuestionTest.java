package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tapgateway.protocol.model.ProviderName;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class UserQuestionTest {
    private static UserQuestion question(String text, List<String> choices, boolean strict) {
        return new UserQuestion(new ProviderName("host"), text, choices, strict);
    }

    private static void assertRefused(String text, List<String> choices, boolean strict, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> question(text, choices, strict))
                .withMessage(why);
    }

    private static List<String> choices(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    @Test
    void U104_a_question_is_within_its_limits() {
        assertThat(question("x".repeat(8_192), choices(20), true).length()).isEqualTo(8_192 + 30);
        assertThat(question("?", List.of("x".repeat(200)), true).length()).isEqualTo(201);

        UserQuestion titled = question("?", List.of(), false).withTitle("x".repeat(200));
        assertThat(titled.length()).isEqualTo(201);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> titled.withTitle("x".repeat(201)))
                .withMessage("A title has at most 200 characters.");

        assertRefused("x".repeat(8_193), List.of(), false, "A question has 1 to 8192 characters.");
        assertRefused(" ", List.of(), false, "A question has 1 to 8192 characters.");
        assertRefused("?", choices(21), false, "At most 20 choices are offered.");
        assertRefused("?", List.of("x".repeat(201)), false, "A choice has 1 to 200 characters.");
        assertRefused("?", List.of("a", ""), false, "A choice has 1 to 200 characters.");
        assertRefused("?", Collections.nCopies(2, "a"), false, "All choices have to be different.");
        assertRefused("?", List.of(), true, "Where nothing else is an answer there have to be choices.");
    }

    @Test
    void U104_an_answer_is_within_its_limit_and_one_of_the_choices_where_it_has_to_be() {
        assertThat(question("?", List.of("a"), false).objection("€".repeat(21_845) + "x"))
                .isEmpty();
        assertThat(question("?", List.of("a"), false).objection("€".repeat(21_845) + "xx"))
                .contains("An answer has at most 65536 bytes.");
        assertThat(question("?", List.of("a"), true).objection("a")).isEmpty();
        assertThat(question("?", List.of("a"), true).objection("b")).contains("Only one of its choices answers it.");
        assertThat(question("?", List.of(), false).objection("")).isEmpty();
    }
}
