package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has a person look at an MCP server, and approve it. Confined to the main thread. */
@Command(
        name = "approve",
        description = {
            "Look at what an MCP server starts, and approve that: you are asked on a terminal, and there is no option that"
                    + " answers for you. Of one that is approved, see which of its tools have changed or are new; these you approve"
                    + " in the console, or at the prompt of 'run'.",
            "For example: tapgateway mcp-server approve files"
        },
        mixinStandardHelpOptions = true)
final class ApproveMcpServerCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "KEY", description = "Which server.")
    private String key = "";

    ApproveMcpServerCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpServers servers = new McpServers(home.directory(), output);
        McpServers.Named found = servers.anywhere(key);
        Optional<JsonValue> waiting = found.places().stream()
                .filter(it -> !ApiText.list(it, "waiting").isEmpty())
                .findFirst();
        if (waiting.isPresent()) {
            showTools(servers, found.entry(), waiting.get());
        } else if (found.places().stream().anyMatch(McpServers::isOfWorkspace)) {
            throw new Problem("Nothing of '" + found.entry().key() + "' waits for you: it was approved with "
                    + ApiText.text(found.places().get(0), "config") + ".");
        } else {
            approveStart(servers, found.entry());
        }
        servers.tellGateway();
        return 0;
    }

    private void approveStart(McpServers servers, McpEntry entry) throws Problem {
        McpFiles files = McpServers.files(entry);
        require(ConsentQuestion.isAgreed(McpServers.described(entry, files), "Start it?"));
        McpApprovals.in(servers.home()).add(entry, files);
        output.line("'" + entry.key() + "' is approved.");
    }

    /** A yes is a person's, and whoever runs this in a shell may be the agent (U-107). */
    private void showTools(McpServers servers, McpEntry entry, JsonValue place) throws Problem {
        for (JsonValue tool : ApiText.list(place, "waiting")) {
            output.line(PlainText.of("The tool '" + ApiText.text(tool, "tool") + "' of '" + entry.key() + "':"));
            ApiText.list(tool, "difference").forEach(line -> output.line(PlainText.of("  " + line.asString())));
        }
        String link = ApiText.text(
                ControlClient.find(servers.home()).post("api/sign-in/links", out -> out.flag("byAddress", false)),
                "link");
        throw new Problem("A shell cannot let them in. You can, in the console, under MCP servers: " + link
                + " or at the prompt of 'tapgateway run': mcp-server approve " + entry.key());
    }

    private void require(Optional<Boolean> agreed) throws Problem {
        if (agreed.isEmpty()) {
            throw new Problem("Nobody can be asked here; run this on a terminal.");
        }
        if (!agreed.get()) {
            throw new Problem("'" + key + "' stays as it was, because you do not approve it.");
        }
    }
}
