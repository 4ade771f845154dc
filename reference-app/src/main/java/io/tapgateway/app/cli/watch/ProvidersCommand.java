package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists providers. Confined to the main thread. */
@Command(name = "providers", description = "List the providers that are connected.", mixinStandardHelpOptions = true)
public final class ProvidersCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    ProvidersCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        JsonValue answer = home.connect().get("api/providers");
        if (json) {
            output.json(answer);
            return 0;
        }
        Table table =
                new Table("NAME", "INSTANCE", "TRUST", "STATE", "SESSION", "TOOLS", "RUNNING", "WAITING", "SINCE");
        for (JsonValue provider : ApiText.list(answer, "providers")) {
            table.row(
                    ApiText.text(provider, "name"),
                    ApiText.text(provider, "instance"),
                    ApiText.text(provider, "trust"),
                    ApiText.text(provider, "state"),
                    ApiText.text(provider, "sessionId"),
                    ApiText.text(provider, "tools"),
                    ApiText.text(provider, "inFlight"),
                    ApiText.text(provider, "queued"),
                    ApiText.text(provider, "connectedAt"));
        }
        output.table(table, "No provider is connected.");
        return 0;
    }
}
