package io.tapgateway.app.cli;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.PromptInbox;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says yes to what the person at the prompt is asked. Confined to the main thread. */
@Command(
        name = "approve",
        description =
                "Let a tool be used in exactly the way that is shown, once. Without a NUMBER: what is asked, if it is one thing.",
        mixinStandardHelpOptions = true)
final class ApproveCommand implements Callable<Integer> {
    private final PromptInbox inbox;

    @Parameters(arity = "0..1", paramLabel = "NUMBER", description = "The number in front of the question.")
    private Optional<Integer> number = Optional.empty();

    ApproveCommand(PromptInbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public Integer call() throws Problem {
        Optional<String> obstacle = inbox.approve(number);
        if (obstacle.isPresent()) {
            throw new Problem(obstacle.get());
        }
        return 0;
    }
}
