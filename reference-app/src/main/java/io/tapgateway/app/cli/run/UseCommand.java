package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Goes to another session, at the prompt. Confined to the main thread. */
@Command(
        name = "use",
        description = "Go to another session; it is then the one in the foreground.",
        mixinStandardHelpOptions = true)
final class UseCommand implements Callable<Integer> {
    private final PromptPlace place;

    @Parameters(paramLabel = "SESSION", description = "Its id.")
    private String session = "";

    @Mixin
    private HomeOption home = new HomeOption();

    UseCommand(PromptPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        boolean isThere = ApiText.list(client.get("api/sessions"), "sessions").stream()
                .anyMatch(
                        it -> it.get("id").filter(JsonValue.of(session)::equals).isPresent());
        if (!isThere) {
            throw new Problem("There is no session '" + session + "'; 'sessions' lists them.");
        }
        var unused = client.post("api/sessions/" + ControlClient.segment(session) + "/foreground");
        place.go(session);
        return 0;
    }
}
