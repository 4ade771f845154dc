package io.tapgateway.app.complete;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.terminal.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellLineTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x                          |                     | x",
                "`x `                       |                     | ",
                "x ca                       |                     | ca",
                "`x call `                  | call                | ",
                "`  x   call  gre`          | call                | gre",
                "x call 'a b' c             | call;a b            | c",
                "x call 'a b                | call                | a b",
                "x call \"a \\\" b\" c       | call;a \" b          | c",
                "x call a\\ b c              | call;a b            | c",
                "`x call '' `               | call;               | ",
                "x call --session=ma        | call;--session      | ma",
                "x call --session           | call                | --session",
                "x call greet name=A        | call;greet          | name=A",
            })
    void a_line_has_words_and_one_that_goes_on(String line, String before, String begun) {
        ShellLine typed = ShellLine.of(line);

        assertThat(typed.begun()).isEqualTo(begun == null ? "" : begun);
        assertThat(String.join(";", typed.before())).isEqualTo(before == null ? "" : before);
    }

    @Test
    void the_last_value_of_an_option_counts() {
        assertThat(ShellLine.of("x call --home a --home=b --session c t").valueOf("--home"))
                .contains("b");
        assertThat(ShellLine.of("x call --home ").valueOf("--home")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "call gr,        gr,   greet,      greet",
                "call greet n,   n,    name=,      name=",
                "call greet t=,  =,    t=warm,     warm",
                "call greet t=w, w,    t=warm,     warm",
                "call greet t=w, t=w,  t=warm,     t=warm",
                "tail --stream a@,     @,     a@ci,  ci",
                "tail --stream a@c,    c,     a@ci,  ci",
                "tail --stream=a@c,    c,     a@ci,  ci",
                "call 'gr,       'gr,  greet,      greet",
            })
    void a_shell_gets_what_it_would_put_in_the_place_of_its_word(
            String line, String word, String choice, String replacement) {
        assertThat(ShellLine.of("x " + line).replacement(Choice.of(choice, ""), word))
                .contains(replacement);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$(reboot)", "a;b", "a b", "`a`", "a\nb", "a'b", "{\"a\":", "a*", "~", "a|b", "a&", ""})
    void T29_nothing_that_means_something_to_a_shell_is_typed_for_anybody(String word) {
        assertThat(new ShellLine(List.of("call"), "").replacement(Choice.of(word, ""), ""))
                .isEmpty();
    }
}
