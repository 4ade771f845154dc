package io.tapgateway.workspace.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is in files, and how it is shown and changed. */
class TextsTest {
    @Test
    void F009_what_has_a_zero_byte_at_its_beginning_is_no_text() {
        byte[] late = ("a".repeat(8 << 10) + "\0").getBytes(UTF_8);
        byte[] early = ("a".repeat((8 << 10) - 1) + "\0").getBytes(UTF_8);

        assertThat(TextContent.of(late)).isPresent();
        assertThat(TextContent.of(early)).isEmpty();
    }

    @Test
    void F009_what_is_mostly_unreadable_is_no_text() {
        byte[] tenth = ("abcdefghi" + "\u00e9").getBytes(ISO_8859_1);
        byte[] more = ("abcdefgh" + "\u00e9").getBytes(ISO_8859_1);

        assertThat(TextContent.of(tenth).orElseThrow().text()).isEqualTo("abcdefghi\ufffd");
        assertThat(TextContent.of(tenth).orElseThrow().isExact()).isFalse();
        assertThat(TextContent.of(more)).isEmpty();
    }

    @Test
    void F010_marks_and_encodings_survive() {
        byte[] marked = "\ufeffone\n".getBytes(UTF_8);
        byte[] wide = "\ufeffone\n".getBytes(UTF_16LE);

        assertThat(TextContent.of(marked).orElseThrow().text()).isEqualTo("one\n");
        assertThat(TextContent.of(marked).orElseThrow().written("two")).isEqualTo("\ufefftwo".getBytes(UTF_8));
        assertThat(TextContent.of(wide).orElseThrow().written("two")).isEqualTo("\ufefftwo".getBytes(UTF_16LE));
        assertThat(TextContent.of(wide).orElseThrow().isExact()).isTrue();
    }

    @Test
    void F010_line_ends_survive() {
        TextContent windows = text("a\r\nb\r\n");

        assertThat(windows.withLineEnds("c\nd\n")).isEqualTo("c\r\nd\r\n");
        assertThat(text("a\r\nb\n").withLineEnds("c\n")).isEqualTo("c\n");
    }

    @Test
    void F011_lines_are_shown_with_their_numbers_and_what_is_left() {
        assertThat(LineWindow.of("a\nb\r\nc", 1, 3)).isEqualTo("1\ta\n2\tb\n3\tc\n");
        assertThat(LineWindow.of("a\nb\nc\n", 2, 1)).isEqualTo("2\tb\n(1 more lines; go on with offset 3.)\n");
        assertThat(LineWindow.of("a\n", 2, 1)).isEqualTo("(There is no line 2; the file has 1.)\n");
        assertThat(LineWindow.of("", 1, 1)).isEqualTo("(The file is empty.)\n");
    }

    @Test
    void F011_a_long_line_is_cut_and_never_between_halves_of_a_character() {
        String full = "x".repeat(WorkspaceLimits.READ_LINE_CHARACTERS);
        String halved = "x".repeat(WorkspaceLimits.READ_LINE_CHARACTERS - 1) + "\ud83d\ude00";

        assertThat(LineWindow.of(full, 1, 1)).isEqualTo("1\t" + full + "\n");
        assertThat(LineWindow.of(full + "y", 1, 1)).isEqualTo("1\t" + full + "… (1 more characters)\n");
        assertThat(LineWindow.of(halved, 1, 1)).endsWith("x… (2 more characters)\n");
    }

    @Test
    void F011_no_more_characters_are_shown_than_fit() {
        String line = "x".repeat(1_000) + "\n";
        String text = line.repeat(WorkspaceLimits.READ_CHARACTERS / 1_000);

        String shown = LineWindow.of(text, 1, WorkspaceLimits.READ_MOST_LINES);

        assertThat(shown.length())
                .isBetween(WorkspaceLimits.READ_CHARACTERS - 1_010, WorkspaceLimits.READ_CHARACTERS + 60);
        assertThat(shown)
                .endsWith(" more lines; go on with offset " + shown.lines().count() + ".)\n");
    }

    @Test
    void F014_a_text_that_stands_there_once_is_replaced() {
        assertThat(Replacement.in(text("one two"), "two", "three", false).text())
                .hasValue("one three");
        assertThat(Replacement.in(text("a\r\nb\r\n"), "a\nb\n", "c\nd\n", false).text())
                .hasValue("c\r\nd\r\n");
        assertThat(Replacement.in(text("a a a"), "a", "b", true))
                .isEqualTo(new Replacement(Optional.of("b b b"), 3, ""));
    }

    @Test
    void F014_a_text_that_is_not_there_or_there_twice_is_not_replaced() {
        Replacement none = Replacement.in(text("first\n  second line\n"), "second lime", "x", false);
        Replacement two = Replacement.in(text("a a"), "a", "b", false);

        assertThat(none.text()).isEmpty();
        assertThat(none.problem()).contains("does not have that text", "line 2: second line");
        assertThat(two.text()).isEmpty();
        assertThat(two.problem()).contains("2 times");
    }

    @Test
    void F018_patterns_are_those_of_rules_on_files() {
        assertThat(Glob.of("*.java").matches("a/b/C.java")).isTrue();
        assertThat(Glob.of("a/*.java").matches("a/b/C.java")).isFalse();
        assertThat(Glob.of("a/**/*.java").matches("a/b/c/C.java")).isTrue();
        assertThat(Glob.of("a/**/*.java").matches("a/C.java")).isTrue();
        assertThat(Glob.of("**/b/?.{txt,md}").matches("b/x.md")).isTrue();
        assertThat(Glob.of("[!a-c].txt").matches("b.txt")).isFalse();
        assertThat(Glob.of("a+b(c).txt").matches("a+b(c).txt")).isTrue();
        assertThat(Glob.of("*.TXT").matches("a.txt")).isFalse();
    }

    @Test
    void F018_ignored_directories_are_those_of_the_last_line_that_matches() {
        IgnoredDirectories lines = IgnoredDirectories.of("# comment\nbuild/\n/out\n*.d\n!keep.d\n");

        assertThat(lines.verdict("a/build")).hasValue(true);
        assertThat(lines.verdict("out")).hasValue(true);
        assertThat(lines.verdict("a/out")).isEmpty();
        assertThat(lines.verdict("x.d")).hasValue(true);
        assertThat(lines.verdict("keep.d")).hasValue(false);
        assertThat(lines.verdict("src")).isEmpty();
    }

    @Test
    void F006_names_are_told_however_a_file_system_spells_them() {
        assertThat(List.of(".git", ".GIT", ".Git", ".g\u200cit", ".git.", "git~1", ".git::$INDEX_ALLOCATION"))
                .allMatch(SpecialNames::isRepository);
        assertThat(List.of(".github", ".gitignore", "git")).noneMatch(SpecialNames::isRepository);
        assertThat(List.of(".Claude", ".mcp.json", "TAP.config.json", ".vscode", "CLAUDE~1"))
                .allMatch(SpecialNames::isInstruction);
    }

    @Test
    void F007_names_that_often_hold_secrets_are_told() {
        assertThat(List.of(".env", ".env.local", "Server.PEM", "id_rsa", ".netrc", ".npmrc", "x.key"))
                .allMatch(SpecialNames::isSecret);
        assertThat(List.of("env", "id.txt", "key")).noneMatch(SpecialNames::isSecret);
    }

    @Test
    void F025_the_first_and_the_last_of_the_output_are_kept_without_escapes() {
        CommandOutput output = new CommandOutput();
        output.add("\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007done\b");
        output.finish();
        CommandOutput full = new CommandOutput();
        full.add("a".repeat(WorkspaceLimits.OUTPUT_FIRST_CHARACTERS)
                + "b".repeat(WorkspaceLimits.OUTPUT_LAST_CHARACTERS));
        full.finish();

        assertThat(output.text()).isEqualTo("red\ndone");
        assertThat(full.isCut()).isFalse();
        assertThat(full.text()).hasSize(30_000);
    }

    @Test
    void F025_what_is_beyond_is_counted() {
        CommandOutput output = new CommandOutput();
        output.add("a".repeat(WorkspaceLimits.OUTPUT_FIRST_CHARACTERS) + "x"
                + "b".repeat(WorkspaceLimits.OUTPUT_LAST_CHARACTERS));
        output.finish();

        assertThat(output.isCut()).isTrue();
        assertThat(output.text()).contains("a\n… (1 characters left out) …\nb").doesNotContain("x");
    }

    private static TextContent text(String text) {
        return TextContent.of(text.getBytes(UTF_8)).orElseThrow();
    }
}
