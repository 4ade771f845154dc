package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says that the agent is done for now. Confined to the main thread. */
@Command(
        name = "idle",
        description = "Tell the providers of a session that the agent has finished its turn. Prints nothing.",
        mixinStandardHelpOptions = true)
public final class IdleCommand implements Callable<Integer> {
    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        var unused = client.post(session.path(client) + "/idle");
        return 0;
    }
}
