package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpImport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes over the MCP servers of an agent's configuration. Confined to the main thread. */
@Command(
        name = "import",
        description = {
            "Take over the MCP servers that an agent is configured with: .mcp.json, .vscode/mcp.json,"
                    + " claude_desktop_config.json, .gemini/settings.json or .codex/config.toml. None is started before you approve it.",
            "For example: tapgateway mcp-server import .mcp.json"
        },
        mixinStandardHelpOptions = true)
final class ImportMcpServersCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of the agent.")
    private Path file = Path.of("");

    ImportMcpServersCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpServers servers = new McpServers(home.directory(), output);
        McpImport found = McpImport.of(file.toAbsolutePath().normalize())
                .besides(servers.file().read());
        servers.file().put(found.entries());
        found.remarks().forEach(output::complain);
        for (McpEntry entry : found.entries()) {
            output.advise("'" + entry.key() + "' is taken over; it is not started before you approve it:"
                    + " tapgateway mcp-server approve " + entry.key());
        }
        if (found.entries().isEmpty()) {
            output.line("There was nothing to take over.");
        }
        servers.tellGateway();
        return 0;
    }
}
