package io.tapgateway.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The tools as Copilot Anywhere knows them. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class AnywhereToolsTest {
    @TempDir
    private Path temporary;

    private final Gateway gateway = Gateway.builder().build();
    private Path directory;
    private GatewaySession session;
    private Workspace workspace;

    @BeforeEach
    void attach() throws Exception {
        directory = temporary.toRealPath();
        session = gateway.openSession(SessionInfo.of("main", "Main", directory), new RecordingHost());
        workspace = Workspace.attach(
                gateway,
                new SessionId("main"),
                WorkspaceSettings.of(directory).asking(ApprovalMode.NOTHING).offering(ToolSet.ANYWHERE));
    }

    @AfterEach
    void end() {
        gateway.closeNow();
        workspace.close();
    }

    private ToolOutcome outcome(String tool, Map<String, ?> args) {
        return session.callTool(tool, JsonValue.of(args))
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    private String call(String tool, Map<String, ?> args) {
        ToolOutcome outcome = outcome(tool, args);
        assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
        return ((ToolOutcome.Success) outcome).data().json();
    }

    private String failure(String tool, Map<String, ?> args) {
        ToolOutcome outcome = outcome(tool, args);
        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        return ((ToolOutcome.Failure) outcome).error();
    }

    @Test
    void F008_there_are_five_tools() {
        assertThat(session.tools())
                .extracting(tool -> tool.name().value())
                .containsExactlyInAnyOrder("listFiles", "readFiles", "createFile", "editFile", "searchFiles");
    }

    @Test
    void F013_a_file_is_made_once() {
        assertThat(call("createFile", Map.of("path", "docs/new.md", "content", "text")))
                .isEqualTo("{\"path\":\"docs/new.md\",\"created\":4}");
        assertThat(failure("createFile", Map.of("path", "docs/new.md", "content", "other")))
                .contains("File exists");
        assertThat(directory.resolve("docs/new.md")).hasContent("text");
    }

    @Test
    void F015_a_file_is_changed_as_a_whole_or_by_a_diff() throws Exception {
        Path file = Files.writeString(directory.resolve("a.txt"), "one\n");
        call("readFiles", Map.of("files", List.of("a.txt")));

        call("editFile", Map.of("path", "a.txt", "content", "two\n"));
        call("editFile", Map.of("path", "a.txt", "diff", "@@ -1 +1 @@\n-two\n+three\n"));

        assertThat(file).hasContent("three\n");
        assertThat(failure("editFile", Map.of("path", "a.txt"))).contains("/content");
        assertThat(failure("editFile", Map.of("path", "none.txt", "content", "x")))
                .contains("no file 'none.txt'");
    }

    @Test
    void F012_twenty_files_are_read_and_a_bad_one_spoils_none() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "one");
        Files.writeString(directory.resolve("b.txt"), "x".repeat(WorkspaceLimits.READ_FILES_EACH_CHARACTERS + 1));
        List<String> most = new ArrayList<>(Collections.nCopies(WorkspaceLimits.READ_FILES - 1, "a.txt"));
        most.add("none.txt");

        assertThat(call("readFiles", Map.of("files", most)))
                .contains("{\"path\":\"a.txt\",\"content\":\"one\"}")
                .endsWith("{\"path\":\"none.txt\",\"error\":\"There is no file 'none.txt'.\"}]}");
        most.add("a.txt");
        assertThat(failure("readFiles", Map.of("files", most))).contains("1 to 20 paths");
        assertThat(call("readFiles", Map.of("files", List.of("b.txt")))).endsWith("\"left\":1}]}");
        String all = call("readFiles", Map.of("files", Collections.nCopies(5, "b.txt")));
        assertThat(all.chars().filter(each -> each == 'x').count())
                .isBetween((long) WorkspaceLimits.READ_FILES_CHARACTERS, WorkspaceLimits.READ_FILES_CHARACTERS + 100L);
    }

    @Test
    void F019_files_are_listed_by_a_pattern_or_a_part_of_their_path() throws Exception {
        for (String path : List.of("src/Main.java", "src/Other.java", "README.md")) {
            Files.createDirectories(directory.resolve(path).getParent());
            Files.writeString(directory.resolve(path), "x");
        }

        assertThat(call("listFiles", Map.of("glob", "MAIN")))
                .isEqualTo("{\"files\":[\"src/Main.java\"],\"truncated\":false}");
        assertThat(call("listFiles", Map.of("glob", "*.java"))).contains("src/Main.java", "src/Other.java");
        assertThat(call("listFiles", Map.of("glob", "nowhere"))).isEqualTo("{\"files\":[],\"truncated\":false}");
        assertThat(call("listFiles", Map.of("max", WorkspaceLimits.LIST_MOST_FILES)))
                .contains("README.md");
        assertThat(failure("listFiles", Map.of("max", WorkspaceLimits.LIST_MOST_FILES + 1)))
                .contains("/max must be between 1 and 500");
    }

    @Test
    void F020_a_text_is_looked_for_as_it_is_unless_it_is_said_to_be_an_expression() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "a.b\naxb\n");

        assertThat(call("searchFiles", Map.of("query", "a.b"))).contains("a.txt:1:a.b", "\"hits\":1");
        assertThat(call("searchFiles", Map.of("query", "a.b", "regex", true))).contains("\"hits\":2");
    }

    @Test
    void F006_what_decides_about_agents_is_not_changed_where_nobody_is_asked() {
        assertThat(failure("createFile", Map.of("path", ".mcp.json", "content", "{}")))
                .contains("without a person's approval");
    }
}
