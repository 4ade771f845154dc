package io.tapgateway.app.cli;

import io.tapgateway.app.client.ControlClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says where the console is, in a way that lets one browser in. Confined to the main thread. */
@Command(
        name = "console",
        description = {
            "Print a link that opens the console in a browser.",
            "It is good for one browser, within an hour. That browser can come back without one until it signs out."
        },
        mixinStandardHelpOptions = true)
final class ConsoleCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print one JSON document with the link.")
    private boolean json;

    ConsoleCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        String code = ApiText.text(client.post("api/sign-in/links"), "code");
        String link = client.gateway().consoleLink(code);
        if (json) {
            output.json(out -> out.text("link", link));
        } else {
            output.line(link);
        }
        return 0;
    }
}
