package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.mcp.ListMcpServersCommand;
import io.tapgateway.app.cli.mcp.McpServerCommand;
import io.tapgateway.app.cli.mcp.RestartMcpServerCommand;
import picocli.CommandLine.Command;

/**
 * What a person does about MCP servers of sessions: {@link McpServerCommand} at the prompt, where a person lets changed
 * tools in. Confined to the main thread.
 */
@Command(
        name = McpServerCommand.NAME,
        description = {
            "MCP servers of the sessions of this gateway, and what they wait for.",
            "For example: mcp-server list"
        },
        subcommands = {ListMcpServersCommand.class, ApproveMcpToolsCommand.class, RestartMcpServerCommand.class},
        mixinStandardHelpOptions = true)
final class McpServersOfPrompt {}
