package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiteralScanTest {
    private static final int ROUNDS = 300;

    private static LiteralScan scan(List<String> patterns) {
        return LiteralScan.of(patterns.stream()
                .map(pattern -> Optional.of(TextPattern.compile(pattern, Limits.standard())))
                .toList());
    }

    private static String word(Random random, int longest) {
        StringBuilder word = new StringBuilder();
        for (int i = 1 + random.nextInt(longest); i > 0; i--) {
            word.append("abAB.".charAt(random.nextInt(5)));
        }
        return word.toString();
    }

    @Test
    void it_finds_what_looking_for_each_word_by_itself_would_find() {
        Random random = new Random(64);

        for (int round = 0; round < ROUNDS; round++) {
            List<String> words = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(LiteralScan.MOST_PATTERNS); i++) {
                words.add(word(random, 5));
            }
            LiteralScan scan = scan(words.stream().map(word -> "\\Q" + word).toList());
            String text = word(random, 30) + "é" + word(random, 30);

            long expected = 0;
            for (int i = 0; i < words.size(); i++) {
                String sought = words.get(i).toLowerCase(Locale.ROOT);
                expected |= text.toLowerCase(Locale.ROOT).contains(sought) ? 1L << i : 0;
            }
            assertThat(scan.candidates(text)).as("%s in %s", words, text).isEqualTo(expected);
        }
    }

    @Test
    void patterns_that_require_nothing_are_always_candidates() {
        LiteralScan scan = scan(List.of("[0-9]+", "push", ".*"));

        assertThat(scan.candidates("")).isEqualTo(0b101);
        assertThat(scan.candidates("git PUSH")).isEqualTo(0b111);
        assertThat(scan.isPointless(0b101)).isTrue();
        assertThat(scan.isPointless(0b111)).isFalse();
    }

    @Test
    void patterns_beyond_what_it_can_hold_are_always_candidates() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < LiteralScan.MOST_PATTERNS; i++) {
            StringBuilder words = new StringBuilder("start" + i);
            for (int k = 0; k < 15; k++) {
                words.append("|w")
                        .append(i)
                        .append("x")
                        .append("0123456789".substring(k % 10))
                        .append(k);
            }
            many.add(words.toString());
        }
        LiteralScan scan = scan(many);

        assertThat(scan.candidates("start0")).matches(bits -> (bits & 1) != 0);
        assertThat(scan.candidates("start63")).matches(bits -> bits < 0);
        assertThat(scan.candidates("nothing") & 1).isZero();
        assertThat(scan.candidates("nothing")).isNotZero();
    }
}
