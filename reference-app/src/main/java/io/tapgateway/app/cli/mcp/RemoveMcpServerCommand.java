package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes an MCP server. Confined to the main thread. */
@Command(
        name = "remove",
        description = {
            "Remove an MCP server from those that are configured, and end it in all sessions.",
            "For example: tapgateway mcp-server remove files"
        },
        mixinStandardHelpOptions = true)
final class RemoveMcpServerCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "KEY", description = "Which server.")
    private String key = "";

    RemoveMcpServerCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpServers servers = new McpServers(home.directory(), output);
        McpEntry entry = servers.named(key);
        var unused = servers.file().remove(entry.key());
        McpApprovals.in(home.directory()).remove(entry);
        servers.tellGateway();
        output.line("'" + entry.key() + "' is gone.");
        return 0;
    }
}
