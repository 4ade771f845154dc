package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A server, and the file that has it: that of its user's home, or one of a workspace, which was approved as a whole
 * before anybody speaks of its servers (G-003). Immutable.
 *
 * @param workspace the file of the workspace, with what was approved with it; empty for one of the home
 */
record ConfiguredServer(McpEntry entry, Optional<ProjectServers> workspace) {
    static ConfiguredServer ofHome(McpEntry entry) {
        return new ConfiguredServer(entry, Optional.empty());
    }

    /** The file of the workspace. */
    Optional<Path> config() {
        return workspace.map(ProjectServers::config);
    }

    /** What was approved of it. */
    McpApprovals approvals(HomeDirectory home) {
        return config().map(file -> McpApprovals.ofFile(home, file)).orElseGet(() -> McpApprovals.in(home));
    }

    /**
     * Whether it may be started with these files as they are now.
     *
     * @throws Problem if one of them is another one than was approved, or that cannot be found out
     */
    boolean isApproved(HomeDirectory home, McpFiles files) throws Problem {
        if (workspace.isPresent()) {
            workspace.get().requireUnchanged(entry, files);
            return true;
        }
        return approvals(home).contain(entry, files);
    }

    /** What its user has approved of its tools. */
    McpPinFile pins(HomeDirectory home) {
        return new McpPinFile(home, entry, config());
    }
}
