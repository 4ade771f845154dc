package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says something in the place of the user. Confined to the main thread. */
@Command(
        name = "say",
        description = "Tell the providers of a session that the user wrote this. Prints nothing.",
        mixinStandardHelpOptions = true)
public final class SayCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "What the user writes.")
    private List<String> text = new ArrayList<>();

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        var unused = client.post(
                session.path(client) + "/events",
                out -> out.text("event", "user.message")
                        .object("data", part -> part.text("content", String.join(" ", text))));
        return 0;
    }
}
