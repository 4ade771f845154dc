package io.tapgateway.app.cli.run;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.PromptInbox;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says yes to what the person at the prompt is asked. Confined to the main thread. */
@Command(
        name = "approve",
        description = {
            "Let a tool be used in exactly the way that is shown, once. Without a NUMBER: what is asked, if it is one thing.",
            "With 'session', what is shown there need not be asked again in this session; 'approvals' lists that, and takes it"
                    + " back. For example: approve 3, approve 3 session, approve 3 session 2"
        },
        mixinStandardHelpOptions = true)
final class ApproveCommand implements Callable<Integer> {
    private final PromptInbox inbox;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NUMBER",
            description = "The number in front of the question.")
    private Optional<Long> number = Optional.empty();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = PromptInbox.SESSION,
            description = "For the rest of the session.")
    private Optional<String> session = Optional.empty();

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "WHICH",
            defaultValue = "1",
            description =
                    "Which of the things that are shown, by their numbers; the first, which is the least, otherwise.")
    private int which;

    ApproveCommand(PromptInbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public Integer call() throws Problem {
        Optional<String> obstacle = approve();
        if (obstacle.isPresent()) {
            throw new Problem(obstacle.get());
        }
        return 0;
    }

    private Optional<String> approve() {
        if (session.isEmpty()) {
            return inbox.approve(number);
        } else if (!session.get().equals(PromptInbox.SESSION)) {
            return Optional.of("A yes is for once, or for the 'session'; not for '" + session.get() + "'.");
        }
        return inbox.approve(number.orElseThrow(), which);
    }
}
