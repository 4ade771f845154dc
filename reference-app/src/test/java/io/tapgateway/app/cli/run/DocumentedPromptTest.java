package io.tapgateway.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.docs.DocumentedLine;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.text.Paint;
import io.tapgateway.runtime.Gateway;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever the pages tell people to type at the prompt is understood, to the last option. */
class DocumentedPromptTest {
    private static final String PROMPT = "main> ";

    private static final Gateway GATEWAY = Gateway.builder().build();

    private static final SessionMcpServers NO_SERVERS = new SessionMcpServers(
            GATEWAY,
            new AppSessions(GATEWAY, () -> 0),
            new HomeDirectory(Path.of("none"), Path.of("none")),
            "1.2.3",
            () -> 0);

    /** But for lines with a slash, which are for extensions to understand. */
    @Test
    void a_line_at_the_prompt_is_understood() {
        List<DocumentedLine> lines = DocumentedLine.all()
                .map(DocumentedLine::text)
                .filter(text -> text.startsWith(PROMPT))
                .map(text -> text.substring(PROMPT.length()))
                .filter(text -> !text.startsWith(SlashCommands.MARK))
                .map(DocumentedLine::new)
                .toList();

        assertThat(lines)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(parser().of(new PromptTable())
                                .parseArgs(line.words())
                                .errors())
                        .isEmpty());
    }

    private static CommandParser parser() {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new CommandParser(
                Output.ofProgram(nowhere, nowhere, () -> Paint.NONE),
                List.of(new PromptForeground(), new PromptPlace("main"), NO_SERVERS));
    }
}
