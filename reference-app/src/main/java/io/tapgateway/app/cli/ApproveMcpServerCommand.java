package io.tapgateway.app.cli;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has a person look at an MCP server, and approve it. Confined to the main thread. */
@Command(
        name = "approve",
        description = {
            "Look at what an MCP server starts, and at those of its tools that have changed or are new, and approve them. You"
                    + " are asked on a terminal; there is no option that answers for you.",
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
        McpEntry entry = servers.named(key);
        Optional<JsonValue> waiting = waiting(servers, entry);
        if (waiting.isPresent()) {
            approveTools(servers, entry, waiting.get());
        } else {
            approveStart(servers, entry);
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

    private void approveTools(McpServers servers, McpEntry entry, JsonValue place) throws Problem {
        List<String> lines = new ArrayList<>();
        for (JsonValue tool : ApiText.list(place, "waiting")) {
            lines.add("The tool '" + ApiText.text(tool, "tool") + "' of '" + entry.key() + "':");
            ApiText.list(tool, "difference").forEach(line -> lines.add("  " + line.asString()));
        }
        require(ConsentQuestion.isAgreed(lines.stream().map(PlainText::of).toList(), "Let the agent have them so?"));
        McpApprovals.in(servers.home()).addTools(entry, ApiText.text(place, "fingerprint"));
        output.line("The tools of '" + entry.key() + "' are approved as they are now.");
    }

    /** A session in which tools of the server wait. */
    private static Optional<JsonValue> waiting(McpServers servers, McpEntry entry) throws Problem {
        return McpServers.of(entry, servers.places()).stream()
                .filter(it -> !ApiText.list(it, "waiting").isEmpty())
                .findFirst();
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
