package io.tapgateway.app.cli.run;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Ends the prompt. Confined to the main thread. */
@Command(
        name = "quit",
        aliases = "exit",
        description = "Stop the gateway; its providers get time to tidy up.",
        mixinStandardHelpOptions = true)
final class QuitCommand implements Callable<Integer> {
    private final PromptPlace place;

    QuitCommand(PromptPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() {
        place.leave();
        return 0;
    }
}
