package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What shells make of the scripts; skipped where there is no such shell. */
@Timeout(60)
class CompletionCommandTest {
    @TempDir
    private Path directory;

    private Path bash;
    private Path fish;

    @BeforeEach
    void write() throws Exception {
        bash = script("bash");
        fish = script("fish");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "./tapgateway ca          | call",
                "tapgateway st            | start status stop streams",
                "tapgateway det           | -",
                "tapgateway run --pai     | --pairing",
                "tapgateway tail --no     | --no-follow",
                "tapgateway completion f  | fish",
            })
    void bash_completes_commands_options_and_values(String line, String words) throws Exception {
        String completed = output(
                "bash",
                "--norc",
                "-c",
                "source \"$1\" && complete -p tapgateway >/dev/null && COMP_WORDS=($2)"
                        + " && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _complete_tapgateway; echo ${COMPREPLY[@]}",
                "bash",
                bash.toString(),
                line);

        assertThat(completed.strip()).isEqualTo(words == null ? "" : words);
    }

    @Test
    void zsh_takes_the_script_of_bash() throws Exception {
        assertThat(script("zsh")).hasSameTextualContentAs(bash);
        assertThat(output("zsh", "-f", "-c", "source \"$1\" && print ok", "zsh", bash.toString()))
                .contains("ok");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "./tapgateway ca           | call",
                "tapgateway det            | -",
                "tapgateway run --no-d     | --no-demo",
                "tapgateway run --pairing  | ask deny window",
                "tapgateway completion f   | fish",
            })
    void fish_completes_commands_options_and_values(String line, String words) throws Exception {
        String typed = line.endsWith("--pairing") ? line + " " : line;

        String completed =
                output("fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", fish.toString(), typed);

        assertThat(completed
                        .lines()
                        .map(choice -> choice.replaceFirst("\t.*", ""))
                        .sorted())
                .containsExactlyElementsOf(words == null ? List.of() : List.of(words.split(" ")));
    }

    @Test
    void what_fish_is_told_is_quoted() throws Exception {
        assertThat(Files.readAllLines(fish))
                .allSatisfy(line -> assertThat(line.replace("\\'", "")
                                .chars()
                                .filter(c -> c == '\'')
                                .count())
                        .isEven());
    }

    private Path script(String shell) throws Exception {
        StringWriter out = new StringWriter();
        int code = new CommandLineTool(new PrintWriter(out), new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(List.of("completion", shell));
        assertThat(code).isZero();
        return Files.writeString(directory.resolve("script." + shell), out.toString());
    }

    private String output(String... command) throws Exception {
        assumeTrue(
                new ProcessBuilder("sh", "-c", "command -v " + command[0])
                                .start()
                                .waitFor()
                        == 0,
                command[0] + " is not installed");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", directory.toString());
        Process shell = builder.start();
        shell.getOutputStream().close();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return output;
    }
}
