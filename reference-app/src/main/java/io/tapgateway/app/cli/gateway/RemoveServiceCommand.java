package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.service.UserService;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Confined to the main thread. */
@Command(
        name = "remove",
        description = "Stop the gateway that 'service install' has started, and forget it. The files of its home stay.",
        mixinStandardHelpOptions = true)
final class RemoveServiceCommand implements Callable<Integer> {
    private final Output output;

    RemoveServiceCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        UserService service = UserService.ofThisUser();
        output.line(
                service.remove()
                        ? "Removed " + service.file() + "."
                        : "There is no service: " + service.file() + " is not there.");
        return 0;
    }
}
