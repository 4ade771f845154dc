package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.docs.DocumentedLine;
import io.tapgateway.app.text.Paint;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whatever the pages tell people to type in a shell is understood, to the last option. */
class DocumentedCommandsTest {
    private static final Pattern COMMAND = Pattern.compile("\\./tapgateway((?:\\s+(?:'[^']*'|[^\\s'|&;()#>]+))*)");

    static Stream<String> commands() {
        return DocumentedLine.all()
                .flatMap(line -> COMMAND.matcher(line.text())
                        .results()
                        .map(found -> found.group(1).strip()))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_is_understood(String command) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        CommandLine tool = new CommandParser(
                        Output.ofProgram(nowhere, nowhere, () -> Paint.NONE), List.of(new ProcessForeground()))
                .of(new TapGatewayCommand(), TapGatewayCommand.commands());

        assertThat(tool.parseArgs(new DocumentedLine(command).words()).errors()).isEmpty();
    }

    @Test
    void there_are_commands_to_be_understood() {
        assertThat(commands()).hasSizeGreaterThan(30);
    }
}
