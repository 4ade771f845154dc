package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists sessions. Confined to the main thread. */
@Command(
        name = "sessions",
        description = "List the sessions; '*' marks the one in the foreground.",
        mixinStandardHelpOptions = true)
public final class SessionsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    SessionsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        JsonValue answer = home.connect().get("api/sessions");
        if (json) {
            output.json(answer);
            return 0;
        }
        Table table = new Table("", "ID", "STATE", "TOOLS", "PROVIDERS", "LABEL", "DIRECTORY");
        for (JsonValue session : ApiText.list(answer, "sessions")) {
            table.row(
                    ApiText.isTrue(session, "foreground") ? "*" : "",
                    ApiText.text(session, "id"),
                    ApiText.text(session, "state"),
                    ApiText.text(session, "tools"),
                    ApiText.text(session, "providers"),
                    ApiText.text(session, "label"),
                    ApiText.text(session, "cwd"));
        }
        output.table(table, "There are no sessions.");
        return 0;
    }
}
