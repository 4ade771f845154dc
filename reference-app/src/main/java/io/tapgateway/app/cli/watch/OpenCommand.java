package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.BrowserPage;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the console in a browser. Confined to the main thread. */
@Command(
        name = "open",
        description = {
            "Open the console in your browser.",
            "Where there is none, as over ssh: 'console' prints the link. With every start of the gateway the console has"
                    + " another address."
        },
        mixinStandardHelpOptions = true)
public final class OpenCommand implements Callable<Integer> {
    private static final String PAGE = "open.html";

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = "--by-address",
            description = "Open 127.0.0.1, for browsers that do not find names below localhost, like Safari.")
    private boolean byAddress;

    OpenCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        ControlClient client = ControlClient.find(directory);
        String link = ApiText.text(client.post("api/sign-in/links", out -> out.flag("byAddress", byAddress)), "link");
        if (BrowserPage.in(directory).open(PAGE, link)) {
            output.advise("The console opens in your browser; 'tapgateway console' prints a link instead.");
            return 0;
        }
        throw new Problem("No program here opens a browser; 'tapgateway console' prints a link to open by hand.");
    }
}
