package io.tapgateway.app.cli.run;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.PromptInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says no to what the person at the prompt is asked. Confined to the main thread. */
@Command(
        name = "deny",
        description = "Do not let a tool be used in the way that is shown, or do not answer a question.",
        mixinStandardHelpOptions = true)
final class DenyCommand implements Callable<Integer> {
    private final PromptInbox inbox;

    @Parameters(index = "0", paramLabel = "NUMBER", description = "The number in front of the question.")
    private long number;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "WHY", description = "What the agent is told about it.")
    private List<String> why = new ArrayList<>();

    DenyCommand(PromptInbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public Integer call() throws Problem {
        Optional<String> obstacle = inbox.deny(number, String.join(" ", why));
        if (obstacle.isPresent()) {
            throw new Problem(obstacle.get());
        }
        return 0;
    }
}
