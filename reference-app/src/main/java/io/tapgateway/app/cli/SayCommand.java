package io.tapgateway.app.cli;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.protocol.json.JsonText;
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
final class SayCommand implements Callable<Integer> {
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
                new JsonText()
                        .beginObject()
                        .name("event")
                        .string("user.message")
                        .name("data")
                        .beginObject()
                        .name("content")
                        .string(String.join(" ", text))
                        .endObject()
                        .endObject());
        return 0;
    }
}
