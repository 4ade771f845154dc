package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * T-22: what brings other engines down costs no more here than anything else, and ends in one of the three findings.
 */
class EvilPatternsTest {
    private static final Limits LIMITS = Limits.standard();
    private static final List<Integer> SIZES =
            List.of(10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000);
    private static final int MOST_STEPS = 200_000;
    private static final int MOST_MILLIS = 10;
    private static final int MILLIS_OF_WORK = 4;

    /** Time that passes by four milliseconds whenever it is asked for, which it is after so much work. */
    private static final class WorkTime {
        private long millis;

        long nanos() {
            millis += MILLIS_OF_WORK;
            return millis * 1_000_000;
        }
    }

    /** A pattern and the texts that it is evil to. */
    record Evil(String pattern, String unit, String suffix) {
        static Evil parse(String line) {
            String[] parts = line.replace('⏎', '\n').split("\t", -1);
            return new Evil(parts[0], parts[1], parts[2]);
        }

        String text(int size) {
            return unit.repeat(size / unit.length() + 1) + suffix;
        }

        @Override
        public String toString() {
            return pattern;
        }
    }

    static List<Evil> evilPatterns() {
        return lines("evil-patterns.txt").stream().map(Evil::parse).toList();
    }

    static List<String> refusedPatterns() {
        return lines("refused-patterns.txt");
    }

    private static List<String> lines(String resource) {
        try (InputStream in = EvilPatternsTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("# "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void there_are_enough_of_them() {
        assertThat(evilPatterns()).hasSizeGreaterThanOrEqualTo(200).doesNotHaveDuplicates();
        assertThat(refusedPatterns()).hasSizeGreaterThanOrEqualTo(40);
    }

    @ParameterizedTest
    @MethodSource("evilPatterns")
    void D170_an_evil_pattern_stays_within_its_budget_whatever_the_size_of_the_text(Evil evil) {
        TextPattern pattern = TextPattern.compile(evil.pattern(), LIMITS);

        for (int size : SIZES) {
            WorkTime time = new WorkTime();
            MatchBudget budget = new MatchBudget(LIMITS, time::nanos);
            long before = budget.stepsLeft();

            Finding finding = pattern.search(evil.text(size), budget);

            long steps = before - budget.stepsLeft();
            assertThat(steps).isLessThanOrEqualTo(MOST_STEPS);
            assertThat(time.millis).isLessThanOrEqualTo(MOST_MILLIS + 3 * MILLIS_OF_WORK);
            if (finding == Finding.EXHAUSTED) {
                assertThat(steps == MOST_STEPS || time.millis >= MOST_MILLIS)
                        .as("given up after %s steps and %s ms, at size %s", steps, time.millis, size)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("refusedPatterns")
    void D168_what_would_be_a_bomb_or_is_another_dialect_is_refused_before_it_is_compiled(String pattern) {
        assertThatThrownBy(() -> TextPattern.compile(pattern, LIMITS)).isInstanceOf(InvalidMessage.class);
    }
}
