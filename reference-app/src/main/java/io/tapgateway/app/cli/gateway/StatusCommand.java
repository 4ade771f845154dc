package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Starting;
import io.tapgateway.protocol.json.JsonValue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says whether a gateway runs, and how it is. Confined to the main thread. */
@Command(
        name = "status",
        description =
                "Show whether a gateway runs in this home, and where. The exit code is 0 if it does, 3 if it does not, "
                        + "and 1 if its process is there but does not answer.",
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
    private static final int NOT_RUNNING = 3;

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print one JSON document, and nothing else.")
    private boolean json;

    StatusCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        Optional<ControlClient> found = ControlClient.findRunning(directory);
        if (found.isEmpty()) {
            return tellNone(directory);
        }
        GatewayRecord record = found.get().gateway();
        Optional<JsonValue> health = found.get().health();
        if (health.isPresent()) {
            return tell(record, directory, health.get());
        }
        // The process may have died in between, or be dead but not buried.
        if (Starting.awaitFree(directory, Duration.ZERO)) {
            return tellNone(directory);
        }
        throw new Problem("The gateway with pid " + record.pid() + " does not answer on " + record.controlUrl()
                + "; see its log in " + directory.logs() + ", and if it hangs, end it: kill " + record.pid());
    }

    private int tellNone(HomeDirectory directory) {
        if (json) {
            output.json(out -> out.flag("running", false).text("home", directory.path()));
        } else {
            output.line("No gateway is running in " + directory.path() + ".");
        }
        return NOT_RUNNING;
    }

    private int tell(GatewayRecord record, HomeDirectory directory, JsonValue health) {
        if (json) {
            output.json(out -> out.flag("running", true)
                    .text("home", directory.path())
                    .text("url", record.url())
                    .text("controlUrl", record.controlUrl())
                    .value("health", health));
            return 0;
        }
        output.line("A gateway is running in " + directory.path() + ".");
        output.line("");
        output.line("  pid        " + record.pid() + ", since " + record.started());
        output.line("  version    " + record.version());
        output.line("  providers  " + ApiText.text(health, "providers") + " on " + record.url());
        output.line("  sessions   " + ApiText.text(health, "sessions"));
        output.line("  control    " + record.controlUrl() + "api/");
        output.line("  log        " + directory.logs());
        return 0;
    }
}
