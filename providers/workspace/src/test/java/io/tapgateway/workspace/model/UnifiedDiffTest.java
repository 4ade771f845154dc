package io.tapgateway.workspace.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a diff makes of a text, and when it does not fit. */
class UnifiedDiffTest {
    private static final String PATH = "src/a.txt";

    private static String applied(String text, String diff) throws UnifiedDiff.Unfit {
        TextContent file = TextContent.of(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        return UnifiedDiff.read(diff, PATH).apply(file);
    }

    @Test
    void F015_hunks_change_what_they_name() throws Exception {
        String diff = """
                diff --git a/src/a.txt b/src/a.txt
                index 1..2 100644
                --- a/src/a.txt
                +++ b/src/a.txt
                @@ -1,3 +1,3 @@ anything
                 one
                -two
                +TWO
                 three
                @@ -5,2 +5,3 @@
                 five
                +five and a half
                 six
                """;

        assertThat(applied("one\ntwo\nthree\nfour\nfive\nsix\n", diff))
                .isEqualTo("one\nTWO\nthree\nfour\nfive\nfive and a half\nsix\n");
    }

    @Test
    void F015_a_hunk_is_found_at_the_only_place_nearby() throws Exception {
        String diff = "@@ -1,2 +1,2 @@\n-two\n+TWO\n three\n";

        assertThat(applied("zero\none\ntwo\nthree\n", diff)).isEqualTo("zero\none\nTWO\nthree\n");
        assertThatThrownBy(() -> applied("one\ntwo\nthree\n\ntwo\nthree\n", diff.replace("-1,2", "-3,2")))
                .hasMessageContaining("fits at line 2 and at line 5");
        assertThatThrownBy(() -> applied("one\ntwo \nthree\n", diff)).hasMessageContaining("does not fit");
    }

    @Test
    void F015_a_place_more_than_200_lines_away_is_none() throws Exception {
        String diff = "@@ -1,1 +1,1 @@\n-x\n+y\n";

        String near = "\n".repeat(WorkspaceLimits.DIFF_SEARCHED_LINES);
        assertThat(applied(near + "x\n", diff)).isEqualTo(near + "y\n");
        assertThatThrownBy(() -> applied(near + "\nx\n", diff)).hasMessageContaining("does not fit");
    }

    @Test
    void F015_lines_of_windows_stay_so_and_the_last_end_of_line_too() throws Exception {
        assertThat(applied("one\r\ntwo\r\n", "@@ -2 +2 @@\n-two\n+TWO\n")).isEqualTo("one\r\nTWO\r\n");
        assertThat(applied("one\ntwo", "@@ -1 +1 @@\n-one\n+ONE\n")).isEqualTo("ONE\ntwo");
        assertThat(applied("one\ntwo\n", "@@ -2 +2 @@\n-two\n+TWO\n\\ No newline at end of file\n"))
                .isEqualTo("one\nTWO");
        assertThat(applied("one\ntwo", "@@ -2 +2 @@\n-two\n\\ No newline at end of file\n+TWO\n"))
                .isEqualTo("one\nTWO\n");
    }

    @Test
    void F015_lines_are_added_where_nothing_stood() throws Exception {
        assertThat(applied("", "@@ -0,0 +1,2 @@\n+one\n+two\n")).isEqualTo("one\ntwo\n");
        assertThat(applied("one\n", "@@ -1,0 +2 @@\n+two\n")).isEqualTo("one\ntwo\n");
    }

    @Test
    void F015_a_diff_of_another_file_or_of_two_is_refused() {
        String hunk = "@@ -1 +1 @@\n-one\n+ONE\n";

        assertThatThrownBy(() -> applied("one\n", "--- a/src/b.txt\n+++ b/src/b.txt\n" + hunk))
                .hasMessageContaining("another file than 'src/a.txt'");
        assertThatThrownBy(() -> applied("one\n", hunk + "--- a/src/a.txt\n+++ b/src/a.txt\n" + hunk))
                .isInstanceOf(UnifiedDiff.Unfit.class);
    }

    @Test
    void F015_numbers_have_to_be_right() {
        assertThatThrownBy(() -> applied("one\n", "@@ -1,2 +1 @@\n-one\n+ONE\n"))
                .hasMessageContaining("has 1 old and 1 new lines, and says 2 and 1");
        assertThatThrownBy(() -> applied("one\n", "what")).hasMessageContaining("no hunk");
    }

    @Test
    void F015_a_diff_has_at_most_500_hunks_and_1_MiB() throws Exception {
        StringBuilder text = new StringBuilder();
        StringBuilder diff = new StringBuilder();
        for (int i = 1; i <= WorkspaceLimits.DIFF_HUNKS; i++) {
            text.append("line ").append(i).append('\n');
            diff.append("@@ -" + i + " +" + i + " @@\n-line " + i + "\n+LINE " + i + "\n");
        }
        String more = "@@ -501 +501 @@\n-x\n+y\n";

        assertThat(applied(text.toString(), diff.toString()))
                .startsWith("LINE 1\n")
                .endsWith("LINE 500\n");
        assertThatThrownBy(() -> applied(text + "x\n", diff + more)).hasMessageContaining("at most 500 hunks");
        String long1 = "@@ -1 +1 @@\n-one\n+" + "x".repeat(WorkspaceLimits.DIFF_CHARACTERS);
        assertThatThrownBy(() -> applied("one\n", long1)).hasMessageContaining("1048576 characters");
    }
}
