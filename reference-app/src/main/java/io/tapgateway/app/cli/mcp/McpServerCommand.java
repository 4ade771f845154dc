package io.tapgateway.app.cli.mcp;

import picocli.CommandLine.Command;

/** What a person does about MCP servers. Confined to the main thread. */
@Command(
        name = McpServerCommand.NAME,
        description = {
            "MCP servers as providers: each one that you have added and approved is started for every session, and its"
                    + " tools are there behind all rules and gates.",
            "They are kept in mcp-servers.json of the home. For example:",
            "  tapgateway mcp-server add files npx -y @modelcontextprotocol/server-filesystem .",
            "  tapgateway mcp-server import .mcp.json",
            "  tapgateway mcp-server list"
        },
        subcommands = {
            AddMcpServerCommand.class,
            ListMcpServersCommand.class,
            ApproveMcpServerCommand.class,
            LoginMcpServerCommand.class,
            LogoutMcpServerCommand.class,
            RestartMcpServerCommand.class,
            RemoveMcpServerCommand.class,
            ImportMcpServersCommand.class
        },
        mixinStandardHelpOptions = true)
public final class McpServerCommand {
    public static final String NAME = "mcp-server";
}
