package io.tapgateway.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.PidFiles;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An agent uses the tools of a workspace; files and commands are real. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(240)
class WorkspaceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path temporary;

    private final Gateway gateway = Gateway.builder().build();
    private final RecordingHost host = new RecordingHost();
    private Path directory;
    private GatewaySession session;
    private Workspace workspace;

    @BeforeEach
    void attach() throws Exception {
        directory = temporary.toRealPath();
        session = gateway.openSession(SessionInfo.of("main", "Main", directory), host);
        workspace = Workspace.attach(
                gateway, session.info().id(), WorkspaceSettings.of(directory).asking(ApprovalMode.NOTHING));
    }

    @AfterEach
    void end() throws Exception {
        gateway.closeNow();
        workspace.close();
        workspace.awaitClosed(PATIENCE);
    }

    @Test
    void F008_an_agent_reads_changes_and_finds() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "one\r\ntwo\r\n");

        assertThat(call("read", Map.of("path", "a.txt")).asString()).isEqualTo("1\tone\n2\ttwo\n");
        assertThat(call("edit", Map.of("path", "a.txt", "oldText", "one\ntwo\n", "newText", "three\n"))
                        .json())
                .isEqualTo("{\"path\":\"a.txt\",\"replaced\":1}");
        assertThat(call("write", Map.of("path", "b/c.txt", "content", "three four\n"))
                        .json())
                .isEqualTo("{\"path\":\"b/c.txt\",\"created\":11}");

        assertThat(Files.readString(directory.resolve("a.txt"))).isEqualTo("three\r\n");
        assertThat(call("glob", Map.of("pattern", "*.txt")).json()).contains("a.txt", "b/c.txt", "\"truncated\":false");
        assertThat(call("grep", Map.of("pattern", "^thr[e]+", "glob", "b/*")).json())
                .contains("b/c.txt:1:three four", "\"hits\":1");
    }

    @Test
    void F002_a_path_may_be_called_otherwise() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "one");

        assertThat(call("read", Map.of("file_path", "a.txt")).asString()).isEqualTo("1\tone\n");
        assertThat(call("read", Map.of("filePath", "a.txt")).asString()).isEqualTo("1\tone\n");
        assertThat(failure("read", Map.of())).contains("/path is missing");
    }

    @Test
    void F016_only_what_was_read_is_changed_and_only_as_it_was_read() throws Exception {
        Path file = Files.writeString(directory.resolve("a.txt"), "one");
        Map<String, ?> edit = Map.of("path", "a.txt", "oldText", "o", "newText", "x");

        assertThat(failure("edit", edit)).contains("read it first");
        assertThat(failure("write", Map.of("path", "a.txt", "content", "x"))).contains("read it first");
        call("read", Map.of("path", "a.txt"));
        Files.writeString(file, "oue");
        assertThat(failure("edit", edit)).contains("has changed since");
        assertThat(file).hasContent("oue");
        call("read", Map.of("path", "a.txt"));
        call("edit", edit);
        call("edit", Map.of("path", "a.txt", "oldText", "x", "newText", "y"));

        assertThat(file).hasContent("yue");
    }

    @Test
    void F015_a_file_is_changed_by_a_diff_as_a_whole_or_not_at_all() throws Exception {
        Path file = Files.writeString(directory.resolve("a.txt"), "one\ntwo\n");
        String fits = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n";

        assertThat(failure("patch", Map.of("path", "a.txt", "diff", fits))).contains("read it first");
        call("read", Map.of("path", "a.txt"));
        assertThat(failure("patch", Map.of("path", "a.txt", "diff", fits + "@@ -9 +9 @@\n-nine\n+NINE\n")))
                .contains("Hunk 2 does not fit");
        assertThat(file).hasContent("one\ntwo\n");

        assertThat(call("patch", Map.of("path", "a.txt", "diff", fits)).json())
                .isEqualTo("{\"path\":\"a.txt\",\"hunks\":1}");
        assertThat(file).hasContent("ONE\ntwo\n");
    }

    @Test
    void F021_what_is_to_be_done_has_at_most_100_entries_of_500_characters() {
        Map<String, ?> entry = Map.of(
                "content", "x".repeat(WorkspaceLimits.TODO_CHARACTERS), "status", "in_progress", "activeForm", "doing");
        List<Map<String, ?>> most = java.util.Collections.nCopies(WorkspaceLimits.TODOS, entry);
        List<Map<String, ?>> more = java.util.Collections.nCopies(WorkspaceLimits.TODOS + 1, entry);

        assertThat(call("todoWrite", Map.of("todos", most)).json()).isEqualTo("{\"todos\":100}");
        assertThat(failure("todoWrite", Map.of("todos", more))).contains("at most 100 entries");
        assertThat(failure(
                        "todoWrite",
                        Map.of(
                                "todos",
                                List.of(Map.of(
                                        "content",
                                        "x".repeat(WorkspaceLimits.TODO_CHARACTERS + 1),
                                        "status",
                                        "pending")))))
                .contains("1 to 500 characters");
        assertThat(failure("todoWrite", Map.of("todos", List.of(Map.of("content", "x", "status", "soon")))))
                .contains("/todos/0/status");
    }

    @Test
    void F009_what_is_no_text_is_not_shown() throws Exception {
        Files.write(directory.resolve("a.bin"), new byte[] {1, 0, 2});

        assertThat(call("read", Map.of("path", "a.bin")).asString()).isEqualTo("(a.bin is no text; it has 3 bytes.)\n");
        assertThat(failure("write", Map.of("path", "a.bin", "content", "x"))).contains("read it first");
    }

    @Test
    void F011_how_much_may_be_wanted_is_limited() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "one\ntwo");

        call("read", Map.of("path", "a.txt", "limit", WorkspaceLimits.READ_MOST_LINES));
        assertThat(failure("read", Map.of("path", "a.txt", "limit", WorkspaceLimits.READ_MOST_LINES + 1)))
                .contains("/limit must be between 1 and 20000");
        assertThat(failure("read", Map.of("path", "a.txt", "offset", 0))).contains("/offset");
    }

    @Test
    void F011_a_file_of_more_than_64_MiB_is_not_read() throws Exception {
        try (var file = new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
            file.setLength(WorkspaceLimits.READ_FILE_BYTES);
            call("read", Map.of("path", "large"));
            file.setLength(2L << 30);
        }

        assertThat(failure("read", Map.of("path", "large"))).contains("2147483648 bytes");
        assertThat(call("grep", Map.of("pattern", "x")).json()).contains("\"tooLarge\":1");
    }

    @Test
    void F013_a_write_takes_2_000_000_characters() {
        String most = "x".repeat(WorkspaceLimits.WRITE_CHARACTERS);

        call("write", Map.of("path", "a.txt", "content", most));

        assertThat(failure("write", Map.of("path", "b.txt", "content", most + "x")))
                .contains("2000000 characters");
        assertThat(directory.resolve("b.txt")).doesNotExist();
    }

    @Test
    void F018_the_newest_come_first_and_neither_links_nor_ignored_directories_are_entered() throws Exception {
        for (String path : List.of("old.txt", "new.txt", "build/x.txt", ".git/y.txt", "a/keep/z.txt")) {
            Files.createDirectories(directory.resolve(path).getParent());
            Files.writeString(directory.resolve(path), "x");
        }
        Files.writeString(directory.resolve(".gitignore"), "build/\n");
        Files.createSymbolicLink(directory.resolve("loop"), directory);
        Files.setLastModifiedTime(directory.resolve("old.txt"), FileTime.fromMillis(1_000));
        Files.setLastModifiedTime(directory.resolve("new.txt"), FileTime.fromMillis(9_000_000_000_000L));

        assertThat(call("glob", Map.of("pattern", "*.txt")).json())
                .isEqualTo("{\"paths\":[\"new.txt\",\"a/keep/z.txt\",\"old.txt\"],\"truncated\":false}");
        assertThat(call("glob", Map.of("pattern", "*.txt", "max", 1)).json())
                .isEqualTo("{\"paths\":[\"new.txt\"],\"truncated\":true}");
        assertThat(call("glob", Map.of("pattern", "*", "path", "a")).json()).contains("[\"a/keep/z.txt\"]");
    }

    @Test
    void F020_hits_come_by_path_and_line_with_the_lines_around_them_and_without_secrets() throws Exception {
        Files.writeString(directory.resolve("b.txt"), "0\n1\nhit\n3\n4\n");
        Files.writeString(
                directory.resolve("a.txt"), "hit\n" + "x".repeat(WorkspaceLimits.GREP_LINE_CHARACTERS + 1) + "hit\n");
        Files.writeString(directory.resolve(".env"), "hit\n");

        JsonValue found = call("grep", Map.of("pattern", "hit", "context", 1));

        assertThat(found.get("lines").orElseThrow().asString())
                .isEqualTo("a.txt:1:hit\na.txt-2-" + "x".repeat(500)
                        + "… (4 more characters)\nb.txt-2-1\nb.txt:3:hit\nb.txt-4-3\n");
        assertThat(found.json()).contains("\"hits\":3", "\"withheld\":1", "\"truncated\":false");
        assertThat(call("grep", Map.of("pattern", "hit", "max", 1)).json())
                .contains("\"hits\":1", "\"truncated\":true");
        assertThat(failure("grep", Map.of("pattern", "(?=x)"))).contains("RE2");
        assertThat(failure("grep", Map.of("pattern", "x", "context", 21))).contains("/context");
    }

    @Test
    void F020_hits_come_in_order_although_files_are_looked_into_at_the_same_time() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int i = 100; i < 200; i++) {
            String before = "other words\n".repeat(i % 3 == 0 ? 10 : 5_000 + 100 * (200 - i));
            Files.writeString(directory.resolve("f" + i), before + "hit one\nhit two\n");
            long line = before.lines().count();
            expected.add("f" + i + ":" + (line + 1) + ":hit one");
            expected.add("f" + i + ":" + (line + 2) + ":hit two");
        }

        JsonValue all = call("grep", Map.of("pattern", "hit", "max", 1_000));
        JsonValue some = call("grep", Map.of("pattern", "hit", "max", 77));

        assertThat(all.get("lines").orElseThrow().asString().lines()).containsExactlyElementsOf(expected);
        assertThat(all.json()).contains("\"hits\":200", "\"truncated\":false");
        assertThat(some.get("lines").orElseThrow().asString().lines())
                .containsExactlyElementsOf(expected.subList(0, 77));
        assertThat(some.json()).contains("\"hits\":77", "\"truncated\":true");
    }

    @Test
    void F020_an_expression_is_about_lines_however_they_end() throws Exception {
        Files.writeString(directory.resolve("unix.txt"), "first\nlast\n");
        Files.writeString(directory.resolve("windows.txt"), "first\r\nlast\r\n");

        for (String pattern : List.of("^last$", "\\Alast\\z", "(?i)^LAST$", "^last", "t$")) {
            String lines = call("grep", Map.of("pattern", pattern))
                    .get("lines")
                    .orElseThrow()
                    .asString();
            assertThat(lines).as(pattern).contains("unix.txt:2:last\n", "windows.txt:2:last\n");
        }
        assertThat(call("grep", Map.of("pattern", "first.last")).json()).contains("\"hits\":0");
        assertThat(call("grep", Map.of("pattern", "first\\slast")).json()).contains("\"hits\":0");
    }

    @Test
    void F022_a_command_runs_in_the_workspace_without_input_and_without_keys() throws Exception {
        JsonValue result = call("bash", Map.of("command", "pwd; cat; env | grep -c KEY; exit 3"));

        assertThat(result.get("output").orElseThrow().asString()).isEqualTo(directory + "\n0\n");
        assertThat(result.json()).contains("\"exitCode\":3", "\"timedOut\":false", "\"truncated\":false");
    }

    @Test
    void F023_a_command_has_at_most_590_seconds() {
        call("bash", Map.of("command", "true", "timeout", WorkspaceLimits.COMMAND_MOST_SECONDS));

        assertThat(failure("bash", Map.of("command", "true", "timeout", WorkspaceLimits.COMMAND_MOST_SECONDS + 1)))
                .contains("between 1 and 590");
    }

    @Test
    void F024_at_the_end_of_its_time_a_command_ends_with_what_it_has_started() throws Exception {
        JsonValue result =
                call("bash", Map.of("command", "sleep 1000 & echo $! > child; echo started; wait", "timeout", 1));

        assertThat(result.json()).contains("\"timedOut\":true", "started");
        await().atMost(PATIENCE).until(() -> !new PidFiles(directory).isAlive("child"));
    }

    @Test
    void F024_a_cancelled_command_ends() throws Exception {
        CompletableFuture<ToolOutcome> running = start("bash", Map.of("command", "echo $$ > pid; sleep 1000"));
        await().atMost(PATIENCE).until(() -> new PidFiles(directory).isAlive("pid"));

        session.interrupt();

        assertThat(running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(ToolOutcome.Failure.class);
        await().atMost(PATIENCE).until(() -> !new PidFiles(directory).isAlive("pid"));
    }

    @Test
    void F026_leftovers_end_with_the_command() throws Exception {
        JsonValue result = call("bash", Map.of("command", "sleep 1000 & echo $! > child"));

        assertThat(result.json()).contains("\"exitCode\":0");
        await().atMost(PATIENCE).until(() -> !new PidFiles(directory).isAlive("child"));
    }

    @Test
    void F027_four_commands_run_ten_wait_and_one_more_is_refused() throws Exception {
        String waits = "echo x >> begun; until [ -e go ]; do sleep 0.05; done";
        List<CompletableFuture<ToolOutcome>> all = new ArrayList<>();
        for (int i = 0; i < WorkspaceLimits.COMMANDS_AT_ONCE + WorkspaceLimits.COMMANDS_WAITING; i++) {
            all.add(start("bash", Map.of("command", waits)));
        }
        await().atMost(PATIENCE).until(() -> begun() == WorkspaceLimits.COMMANDS_AT_ONCE);

        assertThat(failure("bash", Map.of("command", waits))).contains("4 commands run and 10 wait");
        assertThat(begun()).isEqualTo(WorkspaceLimits.COMMANDS_AT_ONCE);
        Files.createFile(directory.resolve("go"));
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        assertThat(begun()).isEqualTo(all.size());
    }

    private long begun() throws Exception {
        Path file = directory.resolve("begun");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    @Test
    void F006_what_decides_about_agents_is_not_changed_where_nobody_is_asked() {
        assertThat(failure("write", Map.of("path", ".claude/settings.json", "content", "{}")))
                .contains("without a person's approval");
        assertThat(directory.resolve(".claude")).doesNotExist();
    }

    private JsonValue call(String tool, Map<String, ?> args) {
        ToolOutcome outcome = start(tool, args)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        assertThat(outcome).as(tool + " " + args.keySet()).isInstanceOf(ToolOutcome.Success.class);
        return ((ToolOutcome.Success) outcome).data();
    }

    private String failure(String tool, Map<String, ?> args) {
        ToolOutcome outcome = start(tool, args)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        return ((ToolOutcome.Failure) outcome).error();
    }

    private CompletableFuture<ToolOutcome> start(String tool, Map<String, ?> args) {
        return session.callTool(tool, JsonValue.of(args)).toCompletableFuture();
    }
}
