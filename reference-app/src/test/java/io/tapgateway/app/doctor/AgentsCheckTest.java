package io.tapgateway.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.connect.Connections;
import io.tapgateway.app.connect.Connector;
import io.tapgateway.app.home.HomeDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the agents that are connected. */
class AgentsCheckTest {
    @TempDir
    private Path directory;

    private Path user;
    private Path bin;
    private ConnectPlace place;
    private Connections connections;

    @BeforeEach
    void prepare() throws Exception {
        user = Files.createDirectory(directory.resolve("ada"));
        bin = Files.createDirectory(directory.resolve("bin"));
        Path workspace = Files.createDirectory(directory.resolve("code"));
        Path home = Files.createDirectory(
                directory.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        connections = Connections.in(new HomeDirectory(home, directory.resolve("copilot")));
        place = new ConnectPlace(
                workspace, user, "/opt/tapgateway", Map.of("PATH", bin.toString()), Optional.empty(), false);
    }

    private List<DoctorFinding> findings() {
        return new AgentsCheck(place, connections).findings();
    }

    @Test
    void G042_where_nobody_is_connected_there_is_nothing_to_say() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void G042_what_was_written_is_still_there_or_the_finding_says_what_was_edited() throws Exception {
        Files.createFile(
                bin.resolve("curl"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        new Connector(AgentKind.GEMINI, place, connections).connect(false, false);
        Path file = user.resolve(".gemini/settings.json");

        assertThat(findings())
                .containsExactly(DoctorFinding.ok("agents", "Gemini CLI is connected in [" + file + "]."));
        Files.writeString(file, Files.readString(file).replace("mcp", "nothing"));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.verdict()).isEqualTo(DoctorFinding.Verdict.WARN);
            assertThat(finding.sentence()).contains("Gemini CLI is connected otherwise than it was written", "edited");
            assertThat(finding.advice()).endsWith("tapgateway connect gemini");
        });
    }

    @Test
    void G042_without_curl_hooks_are_slow() throws Exception {
        new Connector(AgentKind.GEMINI, place, connections).connect(false, false);

        assertThat(findings())
                .extracting(DoctorFinding::sentence)
                .last()
                .asString()
                .startsWith("There is no curl on the PATH");
    }
}
