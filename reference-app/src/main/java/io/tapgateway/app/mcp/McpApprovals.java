package io.tapgateway.app.mcp;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.model.Sha256;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the user has approved of MCP servers: how each is started, and, where its tools have changed, what they are now
 * (M-061, M-067). Confined to one thread.
 */
public final class McpApprovals {
    private final HomeDirectory home;

    /** The file that has the servers. */
    private final Path file;

    private McpApprovals(HomeDirectory home, Path file) {
        this.home = home;
        this.file = file;
    }

    /** Of servers that a home has. */
    public static McpApprovals in(HomeDirectory home) {
        return new McpApprovals(home, home.path().resolve(McpServersFile.NAME));
    }

    /** Of tools of servers that a workspace brings along. Whether they may be started is a matter of the whole file. */
    static McpApprovals ofFile(HomeDirectory home, Path config) {
        return new McpApprovals(home, config.resolve("mcpServers"));
    }

    /** Whether the server may be started as it is written, with the files that its command names. */
    boolean contain(McpEntry entry, McpFiles files) throws Problem {
        return Approvals.in(home).contain(place(entry, files), entry.fingerprint(files.hashes()));
    }

    /** The user wants it started like this. */
    public void add(McpEntry entry, McpFiles files) throws Problem {
        Approvals.in(home).add(place(entry, files), entry.fingerprint(files.hashes()));
    }

    /** Whether its tools may be as they are now. */
    boolean containTools(McpEntry entry, String fingerprint) throws Problem {
        return Approvals.in(home).contain(ofTools(entry), ofTools(entry, fingerprint));
    }

    /** The user wants its tools as they are now. */
    void addTools(McpEntry entry, String fingerprint) throws Problem {
        Approvals.in(home).add(ofTools(entry), ofTools(entry, fingerprint));
    }

    /** Forgets all that was approved of it: whoever adds it again is asked again. */
    public void remove(McpEntry entry) throws Problem {
        Approvals.in(home).remove(own(entry));
    }

    /** They are approved as tools of the server that it is now. */
    private static String ofTools(McpEntry entry, String fingerprint) {
        return Sha256.hex(entry.fingerprint(Map.of()) + fingerprint);
    }

    /** One that starts files of a workspace is approved for that workspace. */
    private Path place(McpEntry entry, McpFiles files) {
        Path own = own(entry);
        return files.hashes().isEmpty()
                ? own
                : own.resolve("in").resolve(files.workspace().toString().substring(1));
    }

    private Path ofTools(McpEntry entry) {
        return own(entry).resolve("tools");
    }

    private Path own(McpEntry entry) {
        return file.resolve(entry.key().folded());
    }
}
