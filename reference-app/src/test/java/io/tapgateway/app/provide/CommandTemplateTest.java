package io.tapgateway.app.provide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.schema.InvalidArguments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTemplateTest {
    @Test
    void L008_arguments_stand_where_their_names_are() {
        CommandTemplate template =
                CommandTemplate.of(List.of("git", "log", "--max-count={n}", "by {who}, {n}", "{all}"));

        assertThat(template.names()).containsExactly("n", "who", "all");
        assertThat(template.fill(JsonValue.of(Map.of("n", 3, "who", "Ada \"x\" $HOME", "all", true))))
                .containsExactly("git", "log", "--max-count=3", "by Ada \"x\" $HOME, 3", "true");
    }

    @Test
    void L008_a_word_with_a_missing_argument_is_left_out() {
        CommandTemplate template = CommandTemplate.of(List.of("ls", "--sort={by}", "{place}", "end"));

        assertThat(template.fill(JsonValue.of(Map.of("place", "docs")))).containsExactly("ls", "docs", "end");
        assertThat(template.fill(JsonValue.EMPTY_OBJECT)).containsExactly("ls", "end");
    }

    @Test
    void L008_braces_that_mean_themselves_have_a_second_pair_or_hold_no_name() {
        CommandTemplate template = CommandTemplate.of(List.of("awk", "{{print}}", "{print $1}", "{}", "{ x }"));

        assertThat(template.names()).isEmpty();
        assertThat(template.fill(JsonValue.EMPTY_OBJECT))
                .containsExactly("awk", "{print}", "{print $1}", "{}", "{ x }");
    }

    @Test
    void L008_what_an_argument_says_is_not_looked_at_for_places() {
        CommandTemplate template = CommandTemplate.of(List.of("echo", "{a}{b}"));

        assertThat(template.fill(JsonValue.of(Map.of("a", "{b}", "b", "{a}")))).containsExactly("echo", "{b}{a}");
    }

    @Test
    void L008_no_argument_becomes_an_option() {
        CommandTemplate template = CommandTemplate.of(List.of("grep", "{pattern}", "--file={name}", "--", "{name}"));

        assertThatExceptionOfType(InvalidArguments.class)
                .isThrownBy(() -> template.fill(JsonValue.of(Map.of("pattern", "--file=/etc/passwd"))))
                .withMessage(
                        "Argument /pattern must not begin with a hyphen: the command would take it for an option.");
        assertThat(template.fill(JsonValue.of(Map.of("pattern", "x", "name", "-y"))))
                .containsExactly("grep", "x", "--file=-y", "--", "-y");
        assertThatExceptionOfType(InvalidArguments.class)
                .isThrownBy(() ->
                        CommandTemplate.of(List.of("x", "{a}{b}")).fill(JsonValue.of(Map.of("a", "", "b", "-rf"))));
    }

    @Test
    void L008_a_word_has_32_KiB_at_most() {
        CommandTemplate template = CommandTemplate.of(List.of("echo", "{text}"));

        String longest = "x".repeat(ProvideLimits.WORD_BYTES);
        assertThat(template.fill(JsonValue.of(Map.of("text", longest)))).hasSize(2);
        assertThatExceptionOfType(InvalidArguments.class)
                .isThrownBy(() -> template.fill(JsonValue.of(Map.of("text", longest + "x"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\0"})
    void what_no_command_line_can_hold_is_refused(String text) {
        assertThatExceptionOfType(InvalidArguments.class)
                .isThrownBy(
                        () -> CommandTemplate.of(List.of("echo", "{text}")).fill(JsonValue.of(Map.of("text", text))));
    }

    @Test
    void L008_no_argument_chooses_the_program() {
        assertThatExceptionOfType(JsonFault.class).isThrownBy(() -> CommandTemplate.of(List.of("bin/{name}")));
    }
}
