package io.tapgateway.runtime.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DisplayTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J", // erases a terminal
                "\u001b]8;;http://evil\u0007link\u001b]8;;\u0007", // a terminal's hyperlink
                "\u001b]52;c;ZXZpbA==\u0007", // writes to the clipboard
                "\u009b31m", // one-character escape
                "\r overwritten",
                "\u202e reversed",
                "\u2066 isolated \u2069",
                "\u200b invisible",
                "\udb40\udc41 tagged", // tag block
                "\u0000 nul",
                "\u007f delete"
            })
    void T29_nothing_that_steers_a_terminal_or_hides_text_gets_through(String hostile) {
        String shown = DisplayText.line("a" + hostile + "b", 100);

        assertThat(shown).startsWith("a").endsWith("b");
        assertThat(shown.codePoints())
                .allMatch(c -> c >= ' '
                        && Character.getType(c) != Character.CONTROL
                        && Character.getType(c) != Character.FORMAT);
    }

    @Test
    void T07_a_token_comes_together_in_no_line() {
        String secret = "Ab0_-".repeat(8) + "xyz";

        assertThat(DisplayText.line("ptk-\u200d" + secret.substring(0, 9) + "\u0001" + secret.substring(9), 100))
                .isEqualTo("ptk-****");
    }

    @Test
    void T29_line_breaks_become_visible_in_a_line_and_stay_in_a_block() {
        assertThat(DisplayText.line("one\ntwo", 100)).isEqualTo("one ⏎ two");
        assertThat(DisplayText.line("one\u2028two\u2029", 100)).isEqualTo("one ⏎ two ⏎ ");
        assertThat(DisplayText.block("one\ntwo", 100)).isEqualTo("one\ntwo");
    }

    @Test
    void text_at_the_limit_is_kept_and_longer_text_is_cut_with_a_mark() {
        assertThat(DisplayText.line("12345", 5)).isEqualTo("12345");
        assertThat(DisplayText.line("123456", 5)).isEqualTo("1234…");
        assertThat(DisplayText.line("x".repeat(100_000), 1_024)).hasSize(1_024);
    }

    @Test
    void D024_half_a_surrogate_pair_is_replaced() {
        assertThat(DisplayText.line("a\ud800b", 100)).isEqualTo("a\ufffdb");
    }

    @Test
    void ordinary_text_of_any_language_stays_as_it_is() {
        String text = "Grüße, 世界 👩‍💻 – done";

        assertThat(DisplayText.line(text, 100)).isEqualTo(text);
    }
}
