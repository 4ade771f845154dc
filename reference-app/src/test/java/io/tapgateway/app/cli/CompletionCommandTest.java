package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.Installed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
                "./tapgateway ca          | call calls",
                "tapgateway st            | start status stop streams",
                "tapgateway det           | -",
                "tapgateway run --pai     | --pairing",
                "tapgateway tail --no     | --no-follow",
                "tapgateway completion f  | fish",
            })
    void bash_completes_commands_options_and_values(String line, String words) throws Exception {
        String completed = output(
                Installed.BASH,
                "--norc",
                "-c",
                "source \"$1\" && complete -p tapgateway >/dev/null && COMP_WORDS=($2)"
                        + " && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _complete_tapgateway; echo ${COMPREPLY[@]}",
                "bash",
                bash.toString(),
                line);

        assertThat(completed.strip()).isEqualTo(words == null ? "" : words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // What the table knows needs no program.
                "'%s call --js'           | --json",
                "'%s ca'                  | call calls",
                "'%s call '               | greet guard main",
                "'%s call g'              | greet guard",
                "'%s call greet name=A'   | -",
                "'%s tail --session m'    | main",
            })
    void bash_asks_the_program_for_what_a_gateway_has(String typed, String words) throws Exception {
        Path program = programThatKnows("greet", "guard", "main");
        String line = typed.formatted(program);

        assertThat(completedByBash(line).strip()).isEqualTo(words == null ? "" : words);
    }

    @Test
    void bash_asks_nobody_where_no_gateway_runs() throws Exception {
        Path program = programThatKnows("greet");
        Files.delete(directory.resolve(".tapgateway/gateway.json"));

        assertThat(completedByBash(program + " call ").strip()).isEmpty();
        assertThat(directory.resolve("asked")).doesNotExist();
        assertThat(completedByBash(program + " call --home /elsewhere g").strip())
                .isEqualTo("greet");
        assertThat(Files.readString(directory.resolve("asked")))
                .isEqualTo("complete --word=g " + program + " call --home /elsewhere g\n");
    }

    @Test
    void fish_asks_the_program_for_what_a_gateway_has() throws Exception {
        Path program = programThatKnows("greet\tGreets.", "main");

        String completed = output(
                Installed.FISH,
                "--no-config",
                "-c",
                "set PATH " + directory + " $PATH; source $argv[1]; complete -C $argv[2]; complete -C $argv[3]",
                fish.toString(),
                program.getFileName() + " call g",
                program.getFileName() + " call --session m");

        assertThat(completed.lines())
                .satisfiesExactly(
                        tool -> assertThat(tool).isEqualTo("greet\tGreets."),
                        session -> assertThat(session).startsWith("main"));
    }

    @Test
    void zsh_asks_the_program_for_what_a_gateway_has() throws Exception {
        Path program = programThatKnows("greet", "guard");

        String completed = output(
                Installed.ZSH,
                "-f",
                "-c",
                "source \"$1\" && emulate -L sh && setopt kshglob && COMP_WORDS=($2) && COMP_LINE=$2"
                        + " && COMP_POINT=${#COMP_LINE} && COMP_CWORD=$((${#COMP_WORDS[@]} - 1))"
                        + " && _complete_tapgateway_now; echo ${COMPREPLY[@]}",
                "zsh",
                bash.toString(),
                program + " call g");

        assertThat(completed.strip()).endsWith("greet guard");
    }

    @Test
    void zsh_takes_the_script_of_bash() throws Exception {
        assertThat(script("zsh")).hasSameTextualContentAs(bash);
        assertThat(output(Installed.ZSH, "-f", "-c", "source \"$1\" && print ok", "zsh", bash.toString()))
                .contains("ok");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "./tapgateway ca           | call calls",
                "tapgateway det            | -",
                "tapgateway run --no-d     | --no-demo",
                "tapgateway run --pairing  | ask deny window",
                "tapgateway completion f   | fish",
            })
    void fish_completes_commands_options_and_values(String line, String words) throws Exception {
        String typed = line.endsWith("--pairing") ? line + " " : line;

        String completed = output(
                Installed.FISH, "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", fish.toString(), typed);

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

    /** Answers with those words of its own that begin like the last one of the line, and notes what it was asked. */
    private Path programThatKnows(String... words) throws Exception {
        Files.writeString(
                Files.createDirectories(directory.resolve(".tapgateway")).resolve("gateway.json"), "{}");
        Path program = Files.writeString(
                directory.resolve("tapgateway"),
                "#!/bin/sh\necho \"$*\" >> " + directory.resolve("asked") + "\nfor last do :; done\n"
                        + "printf '%s\\n' '" + String.join("' '", words) + "' | grep \"^${last##*[ =]}\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    /** As bash does it: the words broken at its separators, of which one is "=". */
    private String completedByBash(String line) throws Exception {
        String words = line.replace("=", " = ") + (line.endsWith(" ") ? "''" : "");
        return output(
                Installed.BASH,
                "--norc",
                "-c",
                "source \"$1\" && eval \"COMP_WORDS=($3)\" && COMP_LINE=$2 && COMP_POINT=${#COMP_LINE}"
                        + " && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _complete_tapgateway_now; echo ${COMPREPLY[@]}",
                "bash",
                bash.toString(),
                line,
                words);
    }

    private Path script(String shell) throws Exception {
        StringWriter out = new StringWriter();
        int code = new CommandLineTool(new PrintWriter(out), new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(List.of("completion", shell));
        assertThat(code).isZero();
        return Files.writeString(directory.resolve("script." + shell), out.toString());
    }

    private String output(Installed shell, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(shell.path()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", directory.toString());
        builder.environment().remove("TAPGATEWAY_HOME");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
