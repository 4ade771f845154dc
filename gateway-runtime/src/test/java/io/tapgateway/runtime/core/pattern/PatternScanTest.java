package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That a pattern is read as the library reads it; a difference would be a rule that does not match where it has to. */
class PatternScanTest {
    private static final int PATTERNS = 12_000;

    /** Everything the syntax has, and some that it has not, in pieces that combine into each other. */
    private static final List<String> PIECES = List.of(
            "a",
            "b",
            "ab",
            "K",
            "s",
            "ß",
            "😀",
            "\\.",
            "\\d",
            "\\W",
            "\\b",
            "\\x41",
            "\\x{62}",
            "\\101",
            "\\07",
            "\\n",
            "\\pL",
            "\\p{Greek}",
            "\\P{^L}",
            "\\Qa*\\E",
            "\\Q",
            "\\E",
            "^",
            "$",
            "\\A",
            "\\z",
            ".",
            "|",
            "|",
            "(",
            "(",
            ")",
            ")",
            ")",
            "(?:",
            "(?i)",
            "(?i:",
            "(?-i)",
            "(?s-m:",
            "(?P<n>",
            "(?<m>",
            "[ab]",
            "[^a]",
            "[]a]",
            "[a-]",
            "[a-c",
            "[[:alpha:]b]",
            "[\\d-z]",
            "[\\]x]",
            "]",
            "[",
            "-",
            "{",
            "}",
            "{2}",
            "{0}",
            "{1,3}",
            "{2,}",
            "{,2}",
            "{01}",
            "*",
            "+",
            "?",
            "??",
            "*?",
            ":",
            ",",
            "1",
            "\\");

    private static final List<String> TEXTS = List.of(
            "", "a", "b", "A", "ab", "aB", "k", "\u212A", "\u017F", "S", "a*", "a.b", "😀a", "\uD83D", "aab", "bab",
            "1a", "{2}", "a{,2}", "abab", "\n", "b\na", "]", "x]-", "ßa", "a1b2", "a,b", "αβ", "{01}", ":a");

    private static String random(Random random) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            pattern.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return pattern.toString();
    }

    private static Optional<PatternPart> scan(String pattern) {
        try {
            return Optional.of(PatternScan.scan(pattern, Limits.standard()));
        } catch (InvalidMessage refused) {
            return Optional.empty();
        }
    }

    private static Optional<Pattern> compile(String pattern) {
        try {
            return Optional.of(Pattern.compile(pattern));
        } catch (PatternSyntaxException refused) {
            return Optional.empty();
        }
    }

    @Test
    void what_the_library_accepts_passes_and_what_it_matches_has_the_required_text() {
        Random random = new Random(168);
        int compiled = 0;
        int filtered = 0;

        for (int i = 0; i < PATTERNS; i++) {
            String source = random(random);
            Optional<Pattern> pattern = compile(source);
            if (pattern.isPresent()) {
                compiled++;
                PatternPart scanned = scan(source)
                        .orElseThrow(() -> new AssertionError("refused, though the library takes it: " + source));
                assertThat(scanned.size())
                        .as("instructions of %s", source)
                        .isGreaterThanOrEqualTo(pattern.get().programSize());
                LiteralScan scan = LiteralScan.of(List.of(Optional.of(TextPattern.compile(source, Limits.standard()))));
                for (String text : TEXTS) {
                    boolean matches = pattern.get().matcher(text).find();
                    boolean possible = scan.candidates(text) != 0;
                    filtered += possible ? 0 : 1;
                    assertThat(possible || !matches)
                            .as("%s in %s", source, text)
                            .isTrue();
                    assertThat(TextPattern.compile(source, Limits.standard())
                                    .search(text, new MatchBudget(Limits.standard(), () -> 0)))
                            .as("%s in %s", source, text)
                            .isEqualTo(matches ? Finding.MATCH : Finding.NO_MATCH);
                }
            }
        }

        assertThat(compiled).isGreaterThan(PATTERNS / 10);
        assertThat(filtered).isGreaterThan(PATTERNS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "git push~git push",
                "rm\\s+-rf~-rf",
                "(?:curl|wget).*sh~curl wget",
                "a?bc~bc",
                "(abc)+d~abc",
                "x{3}y~x",
                "\\Qa.b\\E~a.b",
                "foo\\bbar~foobar",
                "(?i)DROP TABLE~drop table",
                "(?i)task~ta"
            })
    void a_pattern_names_the_text_that_it_requires(String pattern, String texts) {
        Literals required = scan(pattern).flatMap(PatternPart::literals).orElseThrow();

        assertThat(String.join(" ", required.texts().stream().sorted().toList()))
                .isEqualTo(texts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a*", "a|", "[ab]", "(?:x|.)y?", "a{0}", "(?i)k", "(?i)s+", "ß", "^$"})
    void a_pattern_that_requires_no_text_says_so(String pattern) {
        assertThat(scan(pattern).flatMap(PatternPart::literals)).isEmpty();
    }
}
