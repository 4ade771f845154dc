package io.tapgateway.app.doctor;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpObstacle;
import io.tapgateway.app.mcp.McpServersFile;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The MCP servers of the home: approved, with a value for each variable, and logged in at where that has ended (M-061,
 * M-071). Immutable.
 *
 * @param workspace where they would be started
 */
record McpServersCheck(HomeDirectory home, Path workspace, Clock clock) implements DoctorCheck {
    private static final String NAME = "mcp";

    @Override
    public List<DoctorFinding> findings() {
        List<McpEntry> servers;
        try {
            servers = McpServersFile.in(home).read();
        } catch (Problem e) {
            return List.of(DoctorFinding.fail(NAME, e.sentence(), "Correct the file; none of its servers is started."));
        }
        List<DoctorFinding> findings = new ArrayList<>();
        servers.stream().filter(McpEntry::isEnabled).forEach(it -> findings.addAll(findings(it)));
        return findings;
    }

    private List<DoctorFinding> findings(McpEntry server) {
        try {
            List<McpObstacle> obstacles = McpObstacle.of(home, server, workspace, clock);
            return obstacles.isEmpty()
                    ? List.of(DoctorFinding.ok(NAME, "The MCP server '" + server.key() + "' is approved."))
                    : obstacles.stream()
                            .map(it -> DoctorFinding.warn(NAME, it.what(), it.remedy()))
                            .toList();
        } catch (Problem e) {
            return List.of(DoctorFinding.warn(
                    NAME,
                    e.sentence(),
                    "Correct it in " + McpServersFile.in(home).path() + "."));
        }
    }
}
