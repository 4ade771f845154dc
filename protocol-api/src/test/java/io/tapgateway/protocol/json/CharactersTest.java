package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts are cut between two characters. */
class CharactersTest {
    @ParameterizedTest
    @CsvSource({
        "abc, 4, abc",
        "abc, 3, abc",
        "abc, 2, ab",
        "abc, 0, ''",
        "'', 0, ''",
        "a😀b, 1, a",
        "a😀b, 2, a",
        "a😀b, 3, a😀",
        "a😀, 3, a😀",
        "😀, 1, ''"
    })
    void a_beginning_has_at_most_that_many_characters_and_no_half_of_one(String text, int most, String expected) {
        assertThat(Characters.beginning(text, most)).isEqualTo(expected);
    }

    @Test
    void parts_one_after_the_other_are_the_whole_text() {
        String text = "ab😀c😀😀d";
        StringBuilder whole = new StringBuilder();

        for (int from = 0, end; from < text.length(); from = end) {
            end = Characters.end(text, from, 2);
            whole.append(text, from, end).append('|');
        }

        assertThat(whole).hasToString("ab|😀|c|😀|😀|d|");
    }
}
