package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.model.SessionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Stops an extension. It is a command of the prompt only: an agent's own shell runs verbs of the command line, and
 * could free itself of its guards (Z-070). Confined to the main thread.
 */
@Command(
        name = "stop",
        description = {
            "Stop an extension of this session; if it guards the use of tools, they are free from then on.",
            "For example: ext stop guard"
        },
        mixinStandardHelpOptions = true)
final class StopExtensionCommand implements Callable<Integer> {
    private final Output output;
    private final PromptPlace place;
    private final SessionExtensions extensions;

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension.")
    private String name = "";

    StopExtensionCommand(Output output, PromptPlace place, SessionExtensions extensions) {
        this.output = output;
        this.place = place;
        this.extensions = extensions;
    }

    @Override
    public Integer call() throws Problem {
        if (!extensions.stop(new SessionId(place.session()), name)) {
            throw new Problem("No extension '" + name + "' runs in this session; 'ext list' shows those there are.");
        }
        output.line("'" + name + "' is stopped, and does not come back with this session.");
        return 0;
    }
}
