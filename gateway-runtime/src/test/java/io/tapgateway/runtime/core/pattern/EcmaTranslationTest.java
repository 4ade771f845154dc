package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaTranslationTest {
    private static final Limits LIMITS = Limits.standard();
    private static final String SPACES = "\t\n\u000B\f\r \u00A0\u1680\u2000\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";
    private static final String GRINNING = "\uD83D\uDE00";

    private static boolean matches(String pattern, String text) {
        Finding finding = TextPattern.compileEcma(pattern, LIMITS).search(text, new MatchBudget(LIMITS, () -> 0));
        return finding == Finding.MATCH;
    }

    @Test
    void D123_white_space_is_that_of_unicode() {
        assertThat(matches("^\\s+$", SPACES)).isTrue();
        assertThat(matches("^[\\s]+$", SPACES)).isTrue();
        assertThat(matches("\\S", SPACES)).isFalse();
        assertThat(matches("[\\S]", SPACES)).isFalse();
        assertThat(matches("^\\S+$", "\u0085\u200B\u180E" + GRINNING)).isTrue();
        assertThat(matches("^[^\\S]+$", SPACES)).isTrue();
    }

    @Test
    void digits_and_words_are_those_of_ASCII() {
        assertThat(matches("\\d", "\u0967")).isFalse();
        assertThat(matches("\\w", "\u00E9")).isFalse();
        assertThat(matches("^\\D\\W$", "\u0967\u00E9")).isTrue();
        assertThat(matches("\\bgo\\b", "\u00E9go")).isTrue();
    }

    @Test
    void the_end_is_the_end_of_the_text() {
        assertThat(matches("^abc$", "abc")).isTrue();
        assertThat(matches("^abc$", "abc\n")).isFalse();
        assertThat(matches("^b", "a\nb")).isFalse();
    }

    @Test
    void a_dot_takes_no_end_of_a_line() {
        assertThat(matches("[\\n\\r]|^.$", "\u2028")).isFalse();
        assertThat(matches("^.$", "\u2029")).isFalse();
        assertThat(matches("^.$", "\r")).isFalse();
        assertThat(matches("^.$", "\u0085")).isTrue();
        assertThat(matches("^.$", GRINNING)).isTrue();
    }

    @Test
    void escapes_stand_for_characters() {
        assertThat(matches("^\\cC\\cc\\x41\\u0042\\u{43}\\/\\-\\0$", "\u0003\u0003ABC/-\0"))
                .isTrue();
        assertThat(matches("^\\uD83D\\uDE00$", GRINNING)).isTrue();
        assertThat(matches("^\\t\\n\\v\\f\\r$", "\t\n\u000B\f\r")).isTrue();
        assertThat(matches("^[\\b\\]\\^-]+$", "\b]^-")).isTrue();
    }

    @Test
    void sets_may_be_empty_or_hold_everything() {
        assertThat(matches("[]", "a")).isFalse();
        assertThat(matches("^[^]$", "\n")).isTrue();
    }

    @Test
    void what_is_a_class_elsewhere_is_a_set_of_letters() {
        assertThat(matches("^[[:alpha:]]$", "a]")).isTrue();
        assertThat(matches("^[[:alpha:]]$", "b]")).isFalse();
    }

    @Test
    void a_hyphen_beside_a_class_is_a_hyphen() {
        assertThat(matches("^[\\w-.]+$", "a-b.c")).isTrue();
        assertThat(matches("^[+-\\d]+$", "+-1")).isTrue();
        assertThat(matches("^[a-c-]+$", "abc-")).isTrue();
        assertThat(matches("^[+-\\d]+$", "*")).isFalse();
    }

    @Test
    void properties_have_the_names_of_the_standard() {
        assertThat(matches("^\\p{Letter}\\p{L}\\p{gc=Lu}\\p{Script=Greek}$", "\u00E9\u0416\u0416\u03B1"))
                .isTrue();
        assertThat(matches("^\\p{digit}[\\p{Nd}\\P{L}]$", "\u0967\u0968")).isTrue();
        assertThat(matches("^\\p{ASCII}\\P{ASCII}$", "a\u00E9")).isTrue();
        assertThat(matches("\\P{ASCII}", "a")).isFalse();
    }

    @Test
    void repetitions_may_be_lazy_and_braces_may_be_text() {
        assertThat(matches("^(?:a+?b*?c??){02}$", "abcab")).isTrue();
        assertThat(matches("^(?<name>a{2,}){1}$", "aaa")).isTrue();
        assertThat(matches("^a{,2}{$", "a{,2}{")).isTrue();
        assertThat(matches("^()}]$", "}]")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?=a)",
                "(?!a)",
                "(?<=a)",
                "(?<!a)",
                "(?i)a",
                "(?i:a)",
                "(?P<n>a)",
                "(?<n",
                "(a)\\1",
                "\\k<n>",
                "\\01",
                "\\A",
                "\\Z",
                "\\z",
                "\\Qa\\E",
                "\\a",
                "\\e",
                "\\h",
                "[\\B]",
                "\\c1",
                "\\c",
                "\\x1",
                "\\xg0",
                "\\u12",
                "\\u{}",
                "\\u{110000}",
                "\\u{1234567}",
                "\\uD83D",
                "\\uD83D\\u0041",
                "\\p{",
                "\\pL",
                "\\p{Greek}",
                "\\p{C}",
                "\\p{Emoji}",
                "\\p{Script=L}",
                "\\p{Script=Nowhere}",
                "*",
                "a**",
                "^*",
                "a|*",
                "(",
                ")",
                "(a",
                "[",
                "[a",
                "[b-a]",
                "\\",
                "a{2,1}",
                "a{1001}",
                "a{99999999999}"
            })
    void what_cannot_be_expressed_is_refused(String pattern) {
        assertThatThrownBy(() -> TextPattern.compileEcma(pattern, LIMITS)).isInstanceOf(InvalidMessage.class);
    }

    @Test
    void the_length_is_that_of_what_was_written() {
        Limits limits = LIMITS.with(Limit.PATTERN, 4);

        assertThat(TextPattern.compileEcma("\\s\\s", limits).search("\u00A0 ", new MatchBudget(limits, () -> 0)))
                .isEqualTo(Finding.MATCH);
        assertThatThrownBy(() -> TextPattern.compileEcma("\\s\\s.", limits)).isInstanceOf(InvalidMessage.class);
    }
}
