package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.mcp.McpEntry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Starts an MCP server anew. Confined to the main thread. */
@Command(
        name = "restart",
        description = {
            "Start an MCP server anew in all sessions, be it one that has ended too often and was left alone.",
            "For example: tapgateway mcp-server restart files"
        },
        mixinStandardHelpOptions = true)
public final class RestartMcpServerCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "KEY", description = "Which server.")
    private String key = "";

    RestartMcpServerCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpEntry entry = new McpServers(home.directory(), output).anywhere(key).entry();
        String path = "api/mcp-servers/" + ControlClient.segment(entry.key().value()) + "/restart";
        var unused = home.connect().post(path);
        output.line("'" + entry.key() + "' is started anew; 'tapgateway mcp-server list' shows how it is.");
        return 0;
    }
}
