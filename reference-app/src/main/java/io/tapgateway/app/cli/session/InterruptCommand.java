package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends calls. Confined to the main thread. */
@Command(
        name = "interrupt",
        description = "End all calls of a session, those that run and those that wait. Prints nothing.",
        mixinStandardHelpOptions = true)
public final class InterruptCommand implements Callable<Integer> {
    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        var unused = client.post(session.path(client) + "/interrupt");
        return 0;
    }
}
