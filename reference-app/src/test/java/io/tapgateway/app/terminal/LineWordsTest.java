package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tools                              | tools",
                "  call   greet  x                  | call / greet / x",
                "call greet {\"name\": \"Ada B\"}   | call / greet / {\"name\": \"Ada B\"}",
                "call x {\"a\":[1, {\"b\": \"} \\\" \"}]} y | call / x / {\"a\":[1, {\"b\": \"} \\\" \"}]} / y",
                "call x list=[1, 2] b=3             | call / x / list=[1, 2] / b=3",
                "call greet name='Ada B'            | call / greet / name=Ada B",
                "call greet name=\"Ada \\\"B\\\"\"  | call / greet / name=Ada \"B\"",
                "say 'one word' and another         | say / one word / and / another",
                "say don't you, Ada's friend        | say / don't / you, / Ada's / friend",
                "say a{b c}                         | say / a{b / c}",
                "call x a=b=c d\\e                  | call / x / a=b=c / d\\e",
            })
    void blanks_separate_words_but_not_in_quotes_and_not_in_json(String line, String words) {
        assertThat(LineWords.of(line).texts()).containsExactly(words.split(" / "));
        assertThat(LineWords.of(line).missing()).isEmpty();
    }

    @Test
    void there_may_be_no_word_and_an_empty_one() {
        assertThat(LineWords.of("  ").texts()).isEmpty();
        assertThat(LineWords.of("say ''").texts()).containsExactly("say", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "call x {            | }",
                "call x {\"a\": [1}  | }",
                "call x a=[1, 2      | ]",
                "call x {\"a         | }",
                "call x {\"a\\       | }",
                "say 'one            | '",
                "say a=\"one         | \"",
            })
    void what_is_open_at_the_end_is_missing(String line, String missing) {
        assertThat(LineWords.of(line).missing()).contains(missing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "two words", "", "it's", "'quoted'", "{not json", "back\\slash and \\'", "a=b"})
    void a_quoted_text_is_one_word_again(String text) {
        assertThat(LineWords.of("say " + LineWords.quoted(text))).satisfies(words -> {
            assertThat(words.texts()).isEqualTo(List.of("say", text));
            assertThat(words.missing()).isEmpty();
        });
    }
}
