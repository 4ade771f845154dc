package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextPatternTest {
    private static final Limits LIMITS = Limits.standard();

    private static MatchBudget budget() {
        return new MatchBudget(LIMITS, () -> 0);
    }

    private static Finding search(String pattern, String text) {
        return TextPattern.compile(pattern, LIMITS).search(text, budget());
    }

    @Test
    void D168_a_pattern_matches_anywhere() {
        assertThat(search("git\\s+push", "cd x && git  push -f")).isEqualTo(Finding.MATCH);
        assertThat(search("^git", " git")).isEqualTo(Finding.NO_MATCH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?=a)",
                "(?!a)",
                "(?<=a)",
                "(?<!a)",
                "(a)\\1",
                "\\k<n>(?P<n>a)",
                "a++",
                "a*+",
                "a?+",
                "a{2}+",
                "(?U)a+",
                "(?x)a",
                "(?>a)",
                "(?#a)",
                "a**",
                "*a",
                "a|*",
                "(",
                ")",
                "(a",
                "a)",
                "[",
                "[a",
                "[b-a]",
                "\\",
                "\\y",
                "\\C",
                "\\8",
                "\\p{Klingon}",
                "\\p",
                "\\p{",
                "[[:alphabet:]]",
                "a{1001}",
                "a{3,2}",
                "(?P<a",
                "(?P<>a)",
                "(?i",
                "(?",
                "\\x",
                "\\x{",
                "\\x{}",
                "\\x{110000}",
                "\\xg0"
            })
    void D168_what_is_not_in_the_dialect_is_invalid(String pattern) {
        InvalidMessage fault = catchThrowableOfType(InvalidMessage.class, () -> TextPattern.compile(pattern, LIMITS));

        assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_JSON);
        assertThat(fault.pointer()).isEmpty();
        assertThat(fault.reason()).startsWith("no regular expression in RE2 syntax");
    }

    @Test
    void D168_a_pattern_may_have_1024_characters_and_no_more() {
        TextPattern longest = TextPattern.compile("a".repeat(1_024), LIMITS);

        assertThat(longest.search("a".repeat(1_024), budget())).isEqualTo(Finding.MATCH);
        assertThatThrownBy(() -> TextPattern.compile("a".repeat(1_025), LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("1024 characters");
    }

    @Test
    void D168_repetitions_may_multiply_to_1000_and_no_more() {
        assertThat(search("^(?:(?:a{10}){10}){10}$", "a".repeat(1_000))).isEqualTo(Finding.MATCH);
        assertThat(search("^a{1000}$", "a".repeat(1_000))).isEqualTo(Finding.MATCH);
        assertThat(search("a{0,1000}b{600}", "b".repeat(600))).isEqualTo(Finding.MATCH);
        assertThatThrownBy(() -> TextPattern.compile("(?:(?:a{10}){10}){11}", LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("multiply to more than 1000");
        assertThatThrownBy(() -> TextPattern.compile("(?:(?:a{2,100}b?){10,}){0,2}", LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("multiply to more than 1000");
    }

    @Test
    void D168_groups_may_nest_50_deep_and_no_more() {
        assertThat(search("(".repeat(50) + "a" + ")".repeat(50), "a")).isEqualTo(Finding.MATCH);
        assertThatThrownBy(() -> TextPattern.compile("(?:".repeat(51) + "a" + ")".repeat(51), LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("50 deep");
    }

    @Test
    void D168_a_pattern_may_make_4000_instructions_and_no_more() {
        String largest = "a".repeat(998) + "(?:abc){1000}";

        assertThat(PatternScan.scan(largest, LIMITS).size()).isEqualTo(4_000);
        assertThat(TextPattern.compile(largest, LIMITS).size()).isEqualTo(4_000);
        assertThatThrownBy(() -> TextPattern.compile("a" + largest, LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("too large a pattern");
        assertThatThrownBy(() -> TextPattern.compile("(?:" + "a".repeat(1_000) + "){1000}", LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("too large a pattern");
    }

    @Test
    void D168_sets_that_are_costly_to_compile_count_as_large() {
        assertThat(search("\\pL".repeat(39), "abcdefghijklmnopqrstuvwxyz".repeat(2)))
                .isEqualTo(Finding.MATCH);
        assertThatThrownBy(() -> TextPattern.compile("\\pL".repeat(40), LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("too large a pattern");
        assertThatThrownBy(() -> TextPattern.compile("(?i)[\\x{80}-\\x{9fff}]", LIMITS))
                .isInstanceOf(InvalidMessage.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?i)\u1C80",
                "(?i)[\u1C85-\u1C88]",
                "(?i)[\\x{1c7f}-\\x{1c80}]",
                "(?i)\\Q\u1C83\\E",
                "(?i:a|\\x{1C81})"
            })
    void a_character_that_the_library_would_look_up_for_ever_is_refused(String pattern) {
        assertThatThrownBy(() -> TextPattern.compile(pattern, LIMITS))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageContaining("U+1C8");
    }

    @Test
    void case_does_not_matter_where_a_flag_says_so() {
        assertThat(search("(?i)straße", "STRAßE")).isEqualTo(Finding.MATCH);
        assertThat(search("(?i)kelvin", "\u212Aelvin")).isEqualTo(Finding.MATCH);
        assertThat(search("(?i)σ", "ς")).isEqualTo(Finding.MATCH);
        assertThat(search("a(?i:b)c", "aBC")).isEqualTo(Finding.NO_MATCH);
        assertThat(search("(?i)[\\x00-\\x{10ffff}]", "\u1C80")).isEqualTo(Finding.MATCH);
        assertThat(search("\u1C80", "\u1C80")).isEqualTo(Finding.MATCH);
    }

    @Test
    void D170_a_search_may_read_200000_characters_and_no_more() {
        TextPattern small = TextPattern.compile("[ab]$", LIMITS);
        MatchBudget budget = budget();

        assertThat(small.search("c".repeat(200_000), budget)).isEqualTo(Finding.NO_MATCH);
        assertThat(budget.stepsLeft()).isEqualTo(10_000_000 - 200_000);
        assertThat(small.search("c".repeat(200_001), budget)).isEqualTo(Finding.EXHAUSTED);
    }

    @Test
    void D170_the_library_may_read_200000_characters_and_no_more() {
        TextPattern large = TextPattern.compile("[ab]{" + (Positions.MOST + 1) + "}$", LIMITS);
        MatchBudget budget = budget();
        int readPerCharacter = 3;
        int fits = 200_000 / readPerCharacter;

        assertThat(large.search("c".repeat(fits - 1), budget)).isEqualTo(Finding.NO_MATCH);
        assertThat(budget.stepsLeft()).isGreaterThanOrEqualTo(10_000_000 - 200_000);
        assertThat(large.search("c".repeat(fits + 1), budget)).isEqualTo(Finding.EXHAUSTED);
    }

    @Test
    void D170_a_text_without_a_required_word_needs_no_search() {
        MatchBudget budget = budget();

        assertThat(TextPattern.compile("secret.*x{900}", LIMITS).search("c".repeat(2_000_000), budget))
                .isEqualTo(Finding.NO_MATCH);
        assertThat(budget.stepsLeft()).isEqualTo(10_000_000);
    }

    @Test
    void D170_all_searches_of_a_call_share_a_budget() {
        Limits limits = LIMITS.with(Limit.CALL_MATCH_STEPS, 1_000);
        MatchBudget budget = new MatchBudget(limits, () -> 0);
        TextPattern pattern = TextPattern.compile("[ab]$", limits);

        assertThat(pattern.search("c".repeat(600), budget)).isEqualTo(Finding.NO_MATCH);
        assertThat(pattern.search("c".repeat(600), budget)).isEqualTo(Finding.EXHAUSTED);
        assertThat(budget.isSpent()).isTrue();
        assertThat(pattern.search("", budget)).isEqualTo(Finding.EXHAUSTED);
    }

    @Test
    void D170_a_search_of_much_text_is_given_up_after_10_ms() {
        AtomicLong nanos = new AtomicLong();
        MatchBudget slow = new MatchBudget(LIMITS, () -> nanos.addAndGet(1_000_000));
        TextPattern pattern = TextPattern.compile("a{0,1000}b", LIMITS);

        assertThat(pattern.search("a".repeat(60_000) + "c", slow)).isEqualTo(Finding.NO_MATCH);
        assertThat(TextPattern.compile("a{0,1000}[bd]", LIMITS).search("a".repeat(60_000) + "c", slow))
                .isEqualTo(Finding.EXHAUSTED);
        assertThat(slow.stepsLeft()).isGreaterThan(10_000_000 - 2_000);
    }

    @Test
    void D170_a_pause_does_not_end_the_search_of_a_small_text() {
        AtomicLong nanos = new AtomicLong();
        MatchBudget paused = new MatchBudget(LIMITS, () -> nanos.addAndGet(3_600_000_000_000L));

        assertThat(TextPattern.compile("[ab]+c", LIMITS).search("ab".repeat(2_000), paused))
                .isEqualTo(Finding.NO_MATCH);
    }
}
