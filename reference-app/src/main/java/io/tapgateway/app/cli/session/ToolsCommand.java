package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists tools. Confined to the main thread. */
@Command(
        name = "tools",
        description = "List the tools that the agent of a session may call.",
        mixinStandardHelpOptions = true)
public final class ToolsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the list as one JSON document, with the schemas of the arguments.")
    private boolean json;

    ToolsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        JsonValue answer = client.get(session.path(client) + "/tools");
        if (json) {
            output.json(answer);
            return 0;
        }
        Table table = new Table("NAME", "PROVIDER", "TRUST", "DESCRIPTION");
        for (JsonValue tool : ApiText.list(answer, "tools")) {
            table.row(
                    ApiText.text(tool, "name"),
                    ApiText.text(tool, "provider"),
                    ApiText.text(tool, "trust"),
                    ApiText.text(tool, "description"));
        }
        output.table(table, "The session has no tools.");
        return 0;
    }
}
