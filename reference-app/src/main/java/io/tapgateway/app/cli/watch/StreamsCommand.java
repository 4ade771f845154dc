package io.tapgateway.app.cli.watch;

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

/** Lists streams. Confined to the main thread. */
@Command(
        name = "streams",
        description = "List the streams of events that providers keep in a session; read one with 'tail --stream'.",
        mixinStandardHelpOptions = true)
public final class StreamsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    StreamsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        JsonValue answer = client.get(session.path(client) + "/streams");
        if (json) {
            output.json(answer);
            return 0;
        }
        Table table = new Table("NAME", "EVENTS");
        for (JsonValue stream : ApiText.list(answer, "streams")) {
            table.row(ApiText.text(stream, "name"), ApiText.text(stream, "count"));
        }
        output.table(table, "The session has no streams.");
        return 0;
    }
}
