package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.command.Commands;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what a person can run; a verb of the shell runs none of it (U-107). Confined to the main thread. */
@Command(
        name = "slash",
        description = {
            "List the commands of a session that begin with a slash.",
            "They are run by a person: at the prompt of 'run', or in the console."
        },
        mixinStandardHelpOptions = true)
public final class SlashCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    SlashCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        JsonValue answer = client.get(session.path(client) + "/commands");
        if (json) {
            output.json(answer);
            return 0;
        }
        Table table = new Table("COMMAND", "DESCRIPTION", "WHOSE");
        for (JsonValue command : ApiText.list(answer, "commands")) {
            table.row(
                    PlainText.of(Commands.MARK + ApiText.text(command, "name")),
                    PlainText.of(ApiText.text(command, "description")),
                    PlainText.of(ApiText.text(command, "source")));
        }
        output.table(table, "No command can be run in this session.");
        return 0;
    }
}
