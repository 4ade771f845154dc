package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.protocol.json.JsonValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks what would become of a tool call. Confined to the main thread. */
@Command(
        name = "check",
        description = {
            "Ask the rules and gates of a session's providers whether a tool may be used, and by whose rule not. Nothing is "
                    + "called.",
            "Any tool will do, for example one that the agent brings itself: check shell '{\"command\": \"git push\"}'. The exit "
                    + "code is 0 if it may be used, and 1 if not."
        },
        mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private ToolOptions use = new ToolOptions();

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the decision as one JSON document.")
    private boolean json;

    CheckCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ArgumentWords arguments = use.arguments();
        ControlClient client = home.connect();
        String path = session.path(client);
        JsonValue args = arguments.value(client, path);
        JsonValue decision = client.post(
                path + "/pre-tool-use", out -> out.value("args", args).text("tool", use.tool()));
        if (json) {
            output.json(decision);
        } else {
            describe(decision);
        }
        return ApiText.text(decision, "decision").equals("allow") ? 0 : CommandParser.FAILURE;
    }

    private void describe(JsonValue decision) {
        if (ApiText.text(decision, "decision").equals("allow")) {
            output.line("allowed");
        } else {
            String provider = ApiText.text(decision, "provider");
            output.line("denied by " + (provider.isEmpty() ? "the gateway" : provider) + ": "
                    + ApiText.text(decision, "reason"));
        }
        for (JsonValue context : ApiText.list(decision, "context")) {
            output.line(ApiText.text(context, "provider") + " remarks: " + ApiText.text(context, "text"));
        }
    }
}
