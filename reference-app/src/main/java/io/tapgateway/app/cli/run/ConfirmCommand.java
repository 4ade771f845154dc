package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Lets a browser say yes (U-107). It is a command of the prompt only: an agent's own shell runs verbs of the command
 * line. Confined to the main thread.
 */
@Command(
        name = "confirm",
        description = {
            "Let the browser say yes whose console shows this code.",
            "Type only what you read in your own browser: whoever's page shows the code may approve from then on."
        },
        mixinStandardHelpOptions = true)
final class ConfirmCommand implements Callable<Integer> {
    private final Output output;
    private final Consoles consoles;

    @Parameters(arity = "1..*", paramLabel = "CODE", description = "Six digits.")
    private List<String> code = new ArrayList<>();

    ConfirmCommand(Output output, Consoles consoles) {
        this.output = output;
        this.consoles = consoles;
    }

    /** The consoles of the gateway of this process. */
    @FunctionalInterface
    interface Consoles {
        /** Lets the browser say yes that shows that code; false if none does. */
        boolean confirm(String code);
    }

    @Override
    public Integer call() throws Problem {
        if (!consoles.confirm(String.join("", code))) {
            throw new Problem("No console shows this code now; 'Approvals' in the console shows its own.");
        }
        output.line("The browser that shows this code may say yes now, until its last page is closed.");
        return 0;
    }
}
