package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                "Fix $1 in $2. | bug code | Fix bug in code.",
                "Fix $1 in $2. | bug all the code | Fix bug in all the code.",
                "Fix $1 in $2. | bug | Fix bug in .",
                "Fix $1. | \"a bug\" 'b c' | Fix a bug b c.",
                "Look at $1 and $2. | [Image 1] [Image 2] | Look at [Image 1] and [Image 2].",
                "Do $ARGUMENTS. |  a  b  | Do a  b.",
                "$2 then $1 | a b c | b c then a"
            })
    void W057_arguments_go_where_their_places_are(String template, String arguments, String text) {
        assertThat(new CommandText(template).expand(arguments)).isEqualTo(text);
    }

    @Test
    void W057_without_places_they_come_after_a_blank_line() {
        assertThat(new CommandText("Review it.\n").expand(" HEAD~1 ")).isEqualTo("Review it.\n\nHEAD~1");
        assertThat(new CommandText("Review it.").expand(" ")).isEqualTo("Review it.");
    }

    @Test
    void W057_hints_are_in_their_order() {
        assertThat(new CommandText("$3 $ARGUMENTS $1 $10 $1").hints()).containsExactly("$1", "$3", "$10", "$ARGUMENTS");
    }
}
