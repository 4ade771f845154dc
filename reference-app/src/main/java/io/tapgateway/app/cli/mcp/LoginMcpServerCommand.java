package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.BrowserPage;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpLogin;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Logs somebody in at an MCP server. Confined to the main thread. */
@Command(
        name = "login",
        description = {
            "Log in at an MCP server that wants you to, in your browser. The token is kept in the home, where only you can"
                    + " read it, goes to that server and nowhere else, and is had anew before it ends. Who is logged in"
                    + " already keeps what that login is good for, and gets what the server wants besides.",
            "For example: tapgateway mcp-server login issues"
        },
        mixinStandardHelpOptions = true)
final class LoginMcpServerCommand implements Callable<Integer> {
    private static final String PAGE = "login.html";

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description = "What the gateway is known as there. Default: what its 'oauth' says, or else the gateway"
                    + " introduces itself.")
    private @Nullable String clientId;

    @Option(names = "--no-browser", description = "Print the link, and open nothing.")
    private boolean byHand;

    @Parameters(index = "0", paramLabel = "KEY", description = "Which server.")
    private String key = "";

    LoginMcpServerCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpServers servers = new McpServers(home.directory(), output);
        McpEntry entry = servers.named(key);
        new McpLogin(servers.home(), System::nanoTime).run(entry, Optional.ofNullable(clientId), this::show);
        output.line("You are logged in at '" + entry.key() + "'.");
        servers.restart(entry);
        return 0;
    }

    private void show(URI link) throws Problem, InterruptedException {
        output.line("Log in here: " + link);
        if (!byHand) {
            var unused = BrowserPage.in(home.directory()).open(PAGE, link.toString());
        }
    }
}
