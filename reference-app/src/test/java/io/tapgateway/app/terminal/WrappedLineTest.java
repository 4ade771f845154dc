package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;

class WrappedLineTest {
    private static String wrapped(String line, int width) {
        return WrappedLine.of(new AttributedString(line), width).toString();
    }

    @Test
    void a_line_is_broken_between_words_and_goes_on_where_it_began() {
        assertThat(wrapped("gateway: 'greet' waits for somebody", 20))
                .isEqualTo("gateway: 'greet'\nwaits for somebody");
        assertThat(wrapped("    approve 1 session, for this session: any use", 20))
                .isEqualTo("    approve 1\n    session, for\n    this session:\n    any use");
    }

    @Test
    void what_fits_stays_as_it_is_and_so_does_everything_where_nobody_knows_the_width() {
        assertThat(wrapped("twelve chars", 12)).isEqualTo("twelve chars");
        assertThat(wrapped("twelve chars", 11)).isEqualTo("twelve\nchars");
        assertThat(wrapped("twelve chars", 0)).isEqualTo("twelve chars");
    }

    @Test
    void a_word_that_is_longer_than_the_terminal_is_left_to_it() {
        assertThat(wrapped("see http://127.0.0.1:9401/sign-in now", 12))
                .isEqualTo("see\nhttp://127.0.0.1:9401/sign-in now");
    }

    @Test
    void U105_nothing_is_added_to_what_would_run() {
        String arguments = "      {\"command\":\"git  push origin main\"}";

        assertThat(wrapped(arguments, 20)).isEqualTo(arguments);
    }

    @Test
    void colours_go_on_after_the_break_and_wide_characters_count_as_two() {
        AttributedString line = new AttributedString("大 大 大", AttributedStyle.BOLD);

        AttributedString wrapped = WrappedLine.of(line, 5);

        assertThat(wrapped.toString()).isEqualTo("大 大\n大");
        assertThat(wrapped.styleAt(wrapped.length() - 1)).isEqualTo(AttributedStyle.BOLD);
    }
}
