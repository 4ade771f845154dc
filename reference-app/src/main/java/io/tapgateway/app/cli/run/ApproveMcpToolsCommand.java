package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.mcp.provider.McpServerView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Lets tools of an MCP server in that have changed or are new (M-067). It is a command of the prompt only, where a
 * person sits: an agent's own shell runs verbs of the command line (U-107). Confined to the main thread.
 */
@Command(
        name = "approve",
        description = {
            "Look at those tools of an MCP server that have changed or are new, and then let the agent have them: what is"
                    + " approved is what was shown.",
            "For example: mcp-server approve files"
        },
        mixinStandardHelpOptions = true)
final class ApproveMcpToolsCommand implements Callable<Integer> {
    /** As many characters of the fingerprint as somebody types who has seen it. */
    private static final int MARK = 8;

    private final Output output;
    private final SessionMcpServers servers;

    @Parameters(index = "0", paramLabel = "KEY", description = "Which server.")
    private String key = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "MARK",
            description = "What stands below the tools when they are shown.")
    private String mark = "";

    ApproveMcpToolsCommand(Output output, SessionMcpServers servers) {
        this.output = output;
        this.servers = servers;
    }

    @Override
    public Integer call() throws Problem {
        McpServerView waiting = servers.all().stream()
                .filter(it -> it.entry().key().value().equalsIgnoreCase(key))
                .flatMap(it -> it.view().stream())
                .filter(it -> !it.waiting().isEmpty())
                .findFirst()
                .orElseThrow(() ->
                        new Problem("No tool of '" + key + "' waits for you; 'mcp-server list' shows what does."));
        String name = waiting.fingerprint().substring(0, MARK);
        if (!mark.equals(name)) {
            show(waiting);
            output.line("To let the agent have them so: mcp-server approve " + key + " " + name);
        } else if (servers.approveTools(key, waiting.fingerprint())) {
            output.line("The tools of '" + key + "' are approved as they were shown.");
        } else {
            throw new Problem("The tools of '" + key + "' are others by now; look at them again.");
        }
        return 0;
    }

    private void show(McpServerView view) {
        view.waiting().forEach((tool, difference) -> {
            output.line(
                    PlainText.of("The tool '" + tool + "' of '" + view.spec().key() + "':"));
            difference.forEach(line -> output.line(PlainText.of("  " + line)));
        });
    }
}
