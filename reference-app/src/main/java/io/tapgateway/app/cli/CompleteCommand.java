package io.tapgateway.app.cli;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.complete.Completions;
import io.tapgateway.app.complete.KnownOfOnlySession;
import io.tapgateway.app.complete.KnownToGateway;
import io.tapgateway.app.complete.ShellLine;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.text.PlainText;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Answers the scripts of {@code completion}, and says nothing where there is nothing to say. Confined to the main
 * thread.
 */
@Command(
        name = "complete",
        description =
                "Print how a line may go on, as far as a gateway that runs can tell; for the scripts of 'completion'.",
        hidden = true,
        mixinStandardHelpOptions = true)
final class CompleteCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(CompleteCommand.class);
    private static final String HOME = "--home";

    private final Output output;

    @Option(
            names = "--word",
            paramLabel = "TEXT",
            description = "What the shell would replace, where that is not the whole last word.")
    private String word = "";

    @Option(names = "--described", description = "After each word a tabulator, and what it is.")
    private boolean described;

    @Parameters(paramLabel = "LINE", description = "What has been typed, with the program at its beginning.")
    private String line = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    CompleteCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        ShellLine typed = ShellLine.of(line);
        try {
            HomeDirectory home = HomeDirectory.locate(typed.valueOf(HOME));
            new Completions(spec.root(), new KnownOfOnlySession(new KnownToGateway(home)))
                    .next("", typed.before(), typed.begun())
                    .forEach(choice -> tell(typed, choice));
        } catch (Problem e) {
            LOG.debug("Nothing to choose from: {}", e.sentence());
        }
        return 0;
    }

    private void tell(ShellLine typed, Choice choice) {
        String replaced = word.isEmpty() ? typed.begun() : word;
        String about = PlainText.of(choice.about()).replaceAll("\\s+", " ");
        typed.replacement(choice, replaced)
                .ifPresent(text -> output.line(described && !about.isEmpty() ? text + "\t" + about : text));
    }
}
