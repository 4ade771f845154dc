package io.tapgateway.app.mcp;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.program.NamedFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The servers that a file of a workspace brings along, approved as it is (G-003). Immutable.
 *
 * @param config the file
 * @param named the files that were approved with it
 */
public record ProjectServers(Path config, NamedFiles named, List<McpEntry> entries) {
    public ProjectServers {
        entries = List.copyOf(entries);
    }

    /** @throws Problem if a file that the server's command names is another one than was approved */
    void requireUnchanged(McpEntry entry, McpFiles now) throws Problem {
        for (Map.Entry<Path, String> file : now.hashes().entrySet()) {
            if (!file.getValue().equals(named.hashes().get(file.getKey()))) {
                throw new Problem(file.getKey() + " has changed since " + config + " was approved, so the MCP server '"
                        + entry.key() + "' is not started; look at it, and approve it again.");
            }
        }
    }
}
