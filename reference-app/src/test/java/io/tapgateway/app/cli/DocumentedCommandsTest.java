package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.docs.CodeBlock;
import io.tapgateway.app.docs.Page;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.text.Paint;
import io.tapgateway.runtime.Gateway;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whatever the pages tell people to type is understood, to the last option. */
class DocumentedCommandsTest {
    private static final Gateway GATEWAY = Gateway.builder().build();

    private static final SessionMcpServers NO_SERVERS = new SessionMcpServers(
            GATEWAY,
            new AppSessions(GATEWAY, () -> 0),
            new HomeDirectory(Path.of("none"), Path.of("none")),
            "1.2.3",
            () -> 0);

    private static final Pattern COMMAND = Pattern.compile("\\./tapgateway((?:\\s+(?:'[^']*'|[^\\s'|&;()#>]+))*)");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final String PROMPT = "main> ";

    /** Stands for something that a reader fills in. */
    private static final Pattern BLANK = Pattern.compile("<\\w+>|…");

    static Stream<String> commands() {
        return texts().flatMap(text -> COMMAND.matcher(text)
                        .results()
                        .map(found -> found.group(1).strip()))
                .distinct();
    }

    static Stream<String> linesAtThePrompt() {
        return texts().filter(line -> line.startsWith(PROMPT)).map(line -> line.substring(PROMPT.length()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_is_understood(String command) {
        List<String> words = words(command);
        CommandLine tool = parser(new ProcessForeground()).of(new TapGatewayCommand(), TapGatewayCommand.commands());

        assertThat(tool.parseArgs(words.toArray(String[]::new)).errors()).isEmpty();
    }

    /** But for those with a slash, which are for extensions to understand. */
    @Test
    void lines_at_the_prompt_are_understood() {
        List<String> lines = linesAtThePrompt()
                .filter(line -> !line.startsWith(SlashCommands.MARK))
                .toList();

        assertThat(lines)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(parser(new PromptForeground(), new PromptPlace("main"), NO_SERVERS)
                                .of(new PromptTable())
                                .parseArgs(words(line).toArray(String[]::new))
                                .errors())
                        .isEmpty());
    }

    @Test
    void there_are_commands_to_be_understood() {
        assertThat(commands()).hasSizeGreaterThan(30);
    }

    /** Lines that people type, and commands in running text. */
    private static Stream<String> texts() {
        return Page.guides().stream()
                .flatMap(page -> Stream.concat(
                        page.blocks().stream()
                                .filter(block -> block.language().equals("console"))
                                .map(CodeBlock::lines)
                                .flatMap(List::stream),
                        page.inlineCode().stream()))
                .filter(text -> !BLANK.matcher(text).find());
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher found = WORD.matcher(command);
        while (found.find()) {
            words.add(Optional.ofNullable(found.group(1)).orElseGet(() -> found.group(2)));
        }
        return words;
    }

    private static CommandParser parser(Object... surroundings) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        Supplier<Paint> plain = () -> Paint.NONE;
        return new CommandParser(Output.ofProgram(nowhere, nowhere, plain), List.of(surroundings));
    }
}
