package io.tapgateway.workspace.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.Depth;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a person is shown of a change. */
class FileDiffTest {
    private static TextContent text(String text) {
        return TextContent.of(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static String diff(String before, String after) {
        return FileDiff.of("a.txt", text(before), after);
    }

    @Test
    void F029_three_lines_around_each_place_are_shown_and_places_near_each_other_together() {
        String before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n";

        assertThat(diff(
                        before,
                        before.replace("\n5\n", "\nfive\n")
                                .replace("\n10\n", "\n")
                                .replace("19\n", "19")))
                .isEqualTo("""
                        --- a/a.txt
                        +++ b/a.txt
                        @@ -2,12 +2,11 @@
                         2
                         3
                         4
                        -5
                        +five
                         6
                         7
                         8
                         9
                        -10
                         11
                         12
                         13
                        @@ -16,4 +15,4 @@
                         16
                         17
                         18
                        -19
                        +19
                        \\ No newline at end of file
                        """);
    }

    @Test
    void F029_nothing_is_shown_of_what_stays_as_it_is() {
        assertThat(diff("1\n2\n", "1\n2\n")).isEmpty();
    }

    @Test
    void F029_line_ends_of_windows_are_shown_only_where_they_differ() {
        assertThat(diff("1\r\n2\r\n", "1\r\n3\r\n")).doesNotContain("\r").contains("-2\n+3\n");
        assertThat(diff("1\n2\n", "1\r\n2\n")).contains("-1\n+1\r\n");
    }

    @Test
    void F029_texts_that_differ_in_too_many_lines_are_shown_as_one_change() {
        int lines = WorkspaceLimits.DIFF_LINES_COMPARED / 2;

        assertThat(commonLines(diff(different(lines, "a"), different(lines, "b"))))
                .isPositive();
        assertThat(commonLines(diff(different(lines + 1, "a"), different(lines + 1, "b"))))
                .isZero();
    }

    /** Lines that differ, each with one after it that does not. */
    private static String different(int count, String mark) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(mark).append(i).append('\n');
            if (i + 1 < count) {
                text.append("same\n");
            }
        }
        return text.toString();
    }

    private static long commonLines(String diff) {
        return diff.lines().filter(line -> line.startsWith(" ")).count();
    }

    @Test
    void F029_whatever_changes_the_diff_makes_the_one_text_of_the_other() throws Exception {
        for (long seed = 0; seed < Depth.of(500, 20_000, 200_000); seed++) {
            Random random = new Random(seed);
            String before = random(random);
            String after = random.nextInt(4) == 0 ? random(random) : edited(random, before);
            if (before.equals(after)) {
                continue;
            }

            String diff = diff(before, after);

            assertThat(UnifiedDiff.read(diff, "a.txt").apply(text(before)))
                    .as("seed %d%n%s", seed, diff)
                    .isEqualTo(after);
        }
    }

    private static String random(Random random) {
        StringBuilder text = new StringBuilder();
        int lines = random.nextInt(30);
        for (int i = 0; i < lines; i++) {
            text.append((char) ('a' + random.nextInt(4))).append('\n');
        }
        if (random.nextBoolean() && lines > 0) {
            text.append("end");
        }
        return text.toString();
    }

    private static String edited(Random random, String text) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (int i = random.nextInt(4); i >= 0 && !lines.isEmpty(); i--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(3)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.set(at, "x");
                default -> lines.add(at, "y");
            }
        }
        return String.join("\n", lines) + (random.nextBoolean() && !lines.isEmpty() ? "\n" : "");
    }
}
