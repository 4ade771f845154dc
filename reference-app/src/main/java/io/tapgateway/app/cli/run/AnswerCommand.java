package io.tapgateway.app.cli.run;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.PromptInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Answers what an agent wants to know of the person at the prompt. Confined to the main thread. */
@Command(
        name = "answer",
        description = "Answer what an agent asks, with a text or with the number of a choice.",
        mixinStandardHelpOptions = true)
final class AnswerCommand implements Callable<Integer> {
    private final PromptInbox inbox;

    @Parameters(index = "0", paramLabel = "NUMBER", description = "The number in front of the question.")
    private long number;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "TEXT", description = "The answer, as the agent gets it.")
    private List<String> text = new ArrayList<>();

    AnswerCommand(PromptInbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public Integer call() throws Problem {
        Optional<String> obstacle = inbox.answer(number, String.join(" ", text));
        if (obstacle.isPresent()) {
            throw new Problem(obstacle.get());
        }
        return 0;
    }
}
