package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages for man, made of the help texts. */
class ManualPageTest {
    /** What the help has for its own values; a name without a hyphen or colon is for the reader. */
    private static final Pattern TO_FILL_IN = Pattern.compile("\\$\\{\\w+(\\\\-|:)|%n");

    @TempDir
    private Path directory;

    @BeforeEach
    void writeManual() {
        StringWriter err = new StringWriter();

        int code = new CommandLineTool(new PrintWriter(new StringWriter()), new PrintWriter(err))
                .execute(List.of("manual", directory.toString()));

        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
    }

    @Test
    void every_shown_command_has_a_page() throws Exception {
        assertThat(directory)
                .isDirectoryContaining(it -> it.endsWith("tapgateway.1"))
                .isDirectoryContaining(it -> it.endsWith("tapgateway-call.1"))
                .isDirectoryContaining(it -> it.endsWith("tapgateway-conformance-gateway.1"))
                .isDirectoryNotContaining(it -> it.endsWith("tapgateway-manual.1"));
        assertThat(page("tapgateway.1"))
                .contains(".TH \"TAPGATEWAY\" 1", ".SH COMMANDS", ".B call\n", "tapgateway\\-run (1)");
    }

    @Test
    void a_page_has_what_the_help_says() throws Exception {
        assertThat(page("tapgateway-completion.1"))
                .contains(
                        "tapgateway\\-completion \\- Print a script",
                        ".B SHELL\nOne of: bash, zsh, fish",
                        ".B \\-h, \\-\\-help");
        assertThat(page("tapgateway-pair.1")).contains(".SH OPTIONS");
        assertThat(page("tapgateway-mcp-server-add.1")).contains("'TOKEN=${GITHUB_TOKEN}'");
    }

    @Test
    void no_line_is_taken_for_a_command_and_nothing_is_left_to_fill_in() throws Exception {
        try (Stream<Path> pages = Files.list(directory)) {
            assertThat(pages)
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(Files.readAllLines(page))
                            .allMatch(line -> !line.startsWith("'"))
                            .allMatch(line -> !line.startsWith(".") || line.matches("\\.(TH|SH|PP|TP|B|BR|br)( .*)?"))
                            .noneMatch(line -> TO_FILL_IN.matcher(line).find()));
        }
    }

    private String page(String name) throws Exception {
        return Files.readString(directory.resolve(name));
    }
}
