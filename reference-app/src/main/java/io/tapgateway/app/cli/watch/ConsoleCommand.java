package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.protocol.json.JsonValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says where the console is, in a way that lets one browser in. Confined to the main thread. */
@Command(
        name = "console",
        description = {
            "Print a link that opens the console in a browser.",
            "It is good for one browser, within an hour. With every start of the gateway the console has another address."
        },
        mixinStandardHelpOptions = true)
public final class ConsoleCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print one JSON document with the link.")
    private boolean json;

    @Option(
            names = "--by-address",
            description =
                    "Print a link to 127.0.0.1, for browsers that do not find names below localhost, like Safari.")
    private boolean byAddress;

    ConsoleCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        JsonValue answer = home.connect().post("api/sign-in/links", out -> out.flag("byAddress", byAddress));
        if (json) {
            output.json(answer);
            return 0;
        }
        output.line(ApiText.text(answer, "link"));
        if (!byAddress) {
            output.remark("A browser that does not find it, like Safari: tapgateway console --by-address");
        }
        return 0;
    }
}
