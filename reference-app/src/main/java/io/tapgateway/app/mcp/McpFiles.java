package io.tapgateway.app.mcp;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.program.NamedFiles;
import io.tapgateway.programs.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a workspace that the command of a server names, with what is in them (M-061, T-58); none of one that is
 * at an address. Immutable.
 *
 * @param workspace the directory of the session
 * @param hashes by path
 */
public record McpFiles(Path workspace, SortedMap<Path, String> hashes) {
    public McpFiles {
        hashes = new TreeMap<>(hashes);
    }

    /**
     * Reads what a server's command names in a workspace.
     *
     * @throws Problem if that cannot be read, or there is no such directory
     */
    public static McpFiles of(McpEntry entry, Path workspace) throws Problem {
        try {
            Path root = workspace.toRealPath();
            List<Command> commands = entry.commandIn(root).stream().toList();
            return new McpFiles(root, NamedFiles.of(root, commands).hashes());
        } catch (IOException e) {
            throw new Problem("The MCP server '" + entry.key() + "' cannot be started in " + workspace + ": "
                    + e.getMessage() + ".");
        }
    }
}
