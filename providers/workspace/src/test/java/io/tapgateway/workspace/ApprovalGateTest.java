package io.tapgateway.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** What a person is asked before tools of a workspace are used. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(240)
class ApprovalGateTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path temporary;

    private final Gateway gateway = Gateway.builder().build();
    private final RecordingHost host = new RecordingHost();
    private Path directory;
    private GatewaySession session;

    @BeforeEach
    void open() throws Exception {
        directory = temporary.toRealPath();
        session = gateway.openSession(SessionInfo.of("main", "Main", directory), host);
    }

    @AfterEach
    void end() {
        gateway.closeNow();
    }

    private void attach(ApprovalMode mode) throws Exception {
        var unused = Workspace.attach(
                gateway, session.info().id(), WorkspaceSettings.of(directory).asking(mode));
    }

    @Test
    void F028_a_command_waits_for_the_person_and_runs_after_the_yes() throws Exception {
        attach(ApprovalMode.COMMANDS);

        CompletableFuture<ToolOutcome> running = start("bash", Map.of("command", "touch done"));
        CallQuestion question = question();

        assertThat(question.why())
                .isEqualTo("workspace: The command may run only if you say so: it is none of the"
                        + " commands that are known to be harmless (requires_manual_review).");
        assertThat(question.args().json()).isEqualTo("{\"command\":\"touch done\"}");
        assertThat(directory.resolve("done")).doesNotExist();
        host.answer(question, CallApproval.APPROVED);
        assertThat(end(running)).isInstanceOf(ToolOutcome.Success.class);
        assertThat(directory.resolve("done")).exists();
    }

    @Test
    void F029_a_change_is_asked_about_where_that_is_wanted_and_a_no_writes_nothing() throws Exception {
        attach(ApprovalMode.EDITS);

        CompletableFuture<ToolOutcome> running = start("write", Map.of("path", "d/a.txt", "content", "x"));
        CallQuestion question = question();
        host.answer(question, CallApproval.denied("Not now."));

        assertThat(question.why()).isEqualTo("workspace: It makes d/a.txt.");
        assertThat(end(running)).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(directory.resolve("d")).doesNotExist();
    }

    @Test
    void F029_a_file_that_changes_while_the_person_thinks_is_not_written() throws Exception {
        attach(ApprovalMode.EDITS);
        Path file = Files.writeString(directory.resolve("a.txt"), "one");
        end(start("read", Map.of("path", "a.txt")));

        CompletableFuture<ToolOutcome> running =
                start("edit", Map.of("path", "a.txt", "oldText", "one", "newText", "two"));
        CallQuestion question = question();
        Files.writeString(file, "one more");
        host.answer(question, CallApproval.APPROVED);

        assertThat(end(running)).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(file).hasContent("one more");
    }

    @Test
    void F030_what_is_harmless_and_changes_are_not_asked_about_unless_wanted() throws Exception {
        attach(ApprovalMode.COMMANDS);

        assertThat(end(start("bash", Map.of("command", "pwd")))).isInstanceOf(ToolOutcome.Success.class);
        assertThat(end(start("write", Map.of("path", "a.txt", "content", "x"))))
                .isInstanceOf(ToolOutcome.Success.class);
        assertThat(host.questions()).isEmpty();
    }

    @Test
    void F006_what_decides_about_agents_is_asked_about_as_dangerous_whatever_leads_there() throws Exception {
        attach(ApprovalMode.COMMANDS);
        Files.createDirectory(directory.resolve(".claude"));
        Files.createSymbolicLink(directory.resolve("notes"), Path.of(".claude"));

        CompletableFuture<ToolOutcome> running = start("write", Map.of("path", "notes/a.json", "content", "x"));

        assertThat(question().why()).contains("dangerous");
        host.answer(question(), CallApproval.APPROVED);
        assertThat(end(running)).isInstanceOf(ToolOutcome.Success.class);
    }

    @Test
    void F007_a_likely_secret_is_read_after_an_approval() throws Exception {
        attach(ApprovalMode.COMMANDS);
        Files.writeString(directory.resolve(".env"), "KEY=x");

        CompletableFuture<ToolOutcome> running = start("read", Map.of("path", ".env"));

        assertThat(question().why()).contains("secrets");
        host.answer(question(), CallApproval.denied("No."));
        assertThat(end(running)).isInstanceOf(ToolOutcome.Failure.class);
    }

    private CallQuestion question() {
        await().atMost(PATIENCE).until(() -> !host.questions().isEmpty());
        return host.questions().get(0);
    }

    private CompletableFuture<ToolOutcome> start(String tool, Map<String, ?> args) {
        return session.callTool(tool, JsonValue.of(args)).toCompletableFuture();
    }

    private static ToolOutcome end(CompletableFuture<ToolOutcome> running) {
        return running.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
