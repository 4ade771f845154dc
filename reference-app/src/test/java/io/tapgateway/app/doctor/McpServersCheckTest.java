package io.tapgateway.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the MCP servers of a home. */
class McpServersCheckTest {
    @TempDir
    private Path workspace;

    private HomeDirectory home;

    @BeforeEach
    void makeHome(@TempDir Path directory) {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
    }

    private void add(String key, String written, boolean approved) throws Exception {
        McpEntry entry = McpEntry.read(key, JsonValue.parse(written));
        McpServersFile.in(home).put(List.of(entry));
        if (approved) {
            McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));
        }
    }

    private List<DoctorFinding> findings() {
        return new McpServersCheck(home, workspace, Clock.systemUTC()).findings();
    }

    @Test
    void M061_a_server_that_is_not_approved_or_lacks_a_variable_is_found() throws Exception {
        assertThat(findings()).isEmpty();
        add("good", "{\"command\":\"a\"}", true);
        add("new", "{\"command\":\"a\"}", false);
        add("off", "{\"command\":\"a\",\"enabled\":false}", false);
        add("poor", "{\"url\":\"https://example.com\",\"headers\":{\"X\":\"${NOBODY_SETS_THIS}\"}}", true);

        assertThat(findings())
                .extracting(it -> it.verdict() + " " + it.sentence() + " " + it.advice())
                .hasSize(3)
                .anyMatch(it -> it.equals("OK The MCP server 'good' is approved. "))
                .anyMatch(it -> it.startsWith("WARN The MCP server 'new' is not started")
                        && it.endsWith("tapgateway mcp-server approve new"))
                .anyMatch(it ->
                        it.startsWith("WARN The MCP server 'poor' is not started: the variable NOBODY_SETS_THIS"));
    }

    @Test
    void M060_a_file_that_cannot_be_read_is_found() throws Exception {
        add("good", "{\"command\":\"a\"}", true);
        Files.writeString(McpServersFile.in(home).path(), "{");

        assertThat(findings())
                .singleElement()
                .satisfies(it -> assertThat(it.verdict()).isEqualTo(DoctorFinding.Verdict.FAIL));
    }
}
