package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what can be brought back of the files of a workspace, and records some more. Confined to the main thread. */
@Command(
        name = "checkpoints",
        description = {
            "List the checkpoints of the session's workspace, or make one of what is in its files now.",
            "Files are brought back where a person sits, never by a verb of the shell, since an agent can run those: at the"
                    + " prompt of 'run', by 'restore'.",
            "For example: checkpoints --make"
        },
        mixinStandardHelpOptions = true)
public final class CheckpointsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--make", description = "Record what is in the files now, and print the name of the checkpoint.")
    private boolean make;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    CheckpointsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        String path = session.path(client) + "/checkpoints";
        JsonValue answer = make ? client.post(path) : client.get(path);
        if (json) {
            output.json(answer);
        } else if (make) {
            output.line(ApiText.text(answer, "id"));
        } else {
            list(answer);
        }
        return 0;
    }

    private void list(JsonValue answer) {
        Table table = new Table("CHECKPOINT", "MADE", "WHEN", "SINCE THE SESSION BEGAN");
        List<JsonValue> all = ApiText.list(answer, "checkpoints");
        for (JsonValue each : all) {
            table.row(
                    ApiText.text(each, "id"),
                    isTrue(each, "automatic") ? "after a turn" : "as asked",
                    ApiText.text(each, "created"),
                    isTrue(each, "changed") ? ApiText.text(each, "bytes") + " bytes of changed files" : "no change");
        }
        String status = ApiText.text(answer, "status");
        output.table(
                table,
                status.equals("failed")
                        ? "There are none: " + ApiText.text(answer, "problem")
                        : "There are none yet; what the agent found is recorded when it first changes a file.");
    }

    private static boolean isTrue(JsonValue object, String name) {
        return ApiText.text(object, name).equals("true");
    }
}
