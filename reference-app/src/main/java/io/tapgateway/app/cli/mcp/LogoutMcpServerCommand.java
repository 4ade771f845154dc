package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpLogin;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Forgets a login at an MCP server. Confined to the main thread. */
@Command(
        name = "logout",
        description = {
            "Forget the tokens for an MCP server, and start it anew without them.",
            "For example: tapgateway mcp-server logout issues"
        },
        mixinStandardHelpOptions = true)
final class LogoutMcpServerCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "KEY", description = "Which server.")
    private String key = "";

    LogoutMcpServerCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpServers servers = new McpServers(home.directory(), output);
        McpEntry entry = servers.named(key);
        boolean removed = McpLogin.forget(servers.home(), entry);
        output.line(
                removed
                        ? "You are logged out of '" + entry.key() + "'."
                        : "You were not logged in at '" + entry.key() + "'.");
        servers.restart(entry);
        return 0;
    }
}
