package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * That it agrees with the library wherever it says anything; a difference would be a rule that does not match where it
 * has to.
 */
class PositionAutomatonTest {
    private static final int PATTERNS = Integer.getInteger("tapgateway.patterns", 20_000);
    private static final int TEXTS = 10;

    private static Optional<PositionAutomaton> automaton(String pattern) {
        return PositionAutomaton.of(PatternScan.scan(pattern, Limits.standard()).shape());
    }

    private static Optional<Pattern> compile(String pattern) {
        try {
            return Optional.of(Pattern.compile(pattern));
        } catch (PatternSyntaxException refused) {
            return Optional.empty();
        }
    }

    private static Finding byLibrary(Pattern pattern, String text) {
        return pattern.matcher(text).find() ? Finding.MATCH : Finding.NO_MATCH;
    }

    /** How often it had something to say about texts in which patterns of chance were searched. */
    private static long agreements(RandomPatterns chance, Supplier<String> texts) {
        long told = 0;
        for (int i = 0; i < PATTERNS; i++) {
            String source = chance.pattern();
            Optional<Pattern> library = compile(source);
            if (library.isEmpty()) {
                continue;
            }
            PositionAutomaton automaton = automatonOrEmpty(source).orElse(null);
            for (int j = 0; j < TEXTS && automaton != null; j++) {
                String text = texts.get();
                Optional<Finding> found = automaton.search(text);
                if (found.isPresent()) {
                    told++;
                    assertThat(found.get()).as("'%s' in '%s'", source, text).isEqualTo(byLibrary(library.get(), text));
                }
            }
        }
        return told;
    }

    private static Optional<PositionAutomaton> automatonOrEmpty(String source) {
        try {
            return automaton(source);
        } catch (InvalidMessage refused) {
            return Optional.empty();
        }
    }

    @Test
    void D168_what_it_says_of_a_text_is_what_the_library_says() {
        RandomPatterns chance = new RandomPatterns(168);

        assertThat(agreements(chance, chance::text)).isGreaterThan(PATTERNS * 4L);
    }

    @Test
    void D168_what_it_says_of_a_text_beyond_ASCII_is_what_the_library_says() {
        RandomPatterns chance = new RandomPatterns(169);

        assertThat(agreements(chance, chance::foreignText)).isGreaterThan(PATTERNS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?:git|hg)\\s+(?:status|log).*--short",
                "[A-Z]{20}",
                "\\bsudo\\s+-u\\s+\\w+\\b",
                "(?i)drop\\s+table",
                "^rm$",
                "(?m)^rm\\s",
                "AKIA[0-9A-Z]{16}"
            })
    void it_needs_no_library_for_texts_of_ASCII(String pattern) {
        PositionAutomaton automaton = automaton(pattern).orElseThrow();
        RandomPatterns chance = new RandomPatterns(7);

        for (int i = 0; i < 1_000; i++) {
            assertThat(automaton.search(chance.text() + "git status --short " + chance.text()))
                    .isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\pL", "[[:alpha:]]", "(?i)ß", "(?i)[a-ÿ]"})
    void it_leaves_to_the_library_what_only_the_library_knows(String pattern) {
        assertThat(automaton(pattern).orElseThrow().search("a")).isEmpty();
        assertThat(automaton(pattern).orElseThrow().search("")).contains(Finding.NO_MATCH);
    }

    @Test
    void it_leaves_matches_beyond_ASCII_to_the_library() {
        PositionAutomaton automaton = automaton("a.b").orElseThrow();

        assertThat(automaton.search("aßb")).isEmpty();
        assertThat(automaton.search("a😀b")).isEmpty();
        assertThat(automaton.search("a😀😀b")).contains(Finding.NO_MATCH);
        assertThat(automaton.search("aßc")).contains(Finding.NO_MATCH);
    }

    @Test
    void a_pattern_has_64_positions_and_no_more() {
        assertThat(automaton("[ab]{64}").orElseThrow().search("ab".repeat(32))).contains(Finding.MATCH);
        assertThat(automaton("[ab]{64}").orElseThrow().search("ab".repeat(31) + "a"))
                .contains(Finding.NO_MATCH);
        assertThat(automaton("[ab]{65}")).isEmpty();
    }

    @Test
    void what_matches_the_empty_text_needs_no_reading() {
        assertThat(automaton("a*|b")).isEmpty();
        assertThat(automaton("(?:^)*")).isEmpty();
    }
}
