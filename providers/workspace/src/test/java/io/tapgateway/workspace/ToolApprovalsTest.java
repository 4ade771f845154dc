package io.tapgateway.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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
class ToolApprovalsTest {
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
                        + " commands that are known to be harmless.");
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
    void F029_a_person_is_shown_the_very_change_and_nothing_else_is_written() throws Exception {
        attach(ApprovalMode.EDITS);
        Path file = Files.writeString(directory.resolve("a.txt"), "one\ntwo\nthree\n");
        end(start("read", Map.of("path", "a.txt")));

        CompletableFuture<ToolOutcome> running =
                start("edit", Map.of("path", "a.txt", "oldText", "two", "newText", "2"));
        CallQuestion question = question();
        host.answer(question, CallApproval.APPROVED);

        assertThat(question.preview()).hasValueSatisfying(preview -> {
            assertThat(preview.diff()).contains("""
                    --- a/a.txt
                    +++ b/a.txt
                    @@ -1,3 +1,3 @@
                     one
                    -two
                    +2
                     three
                    """);
            assertThat(preview.files())
                    .containsExactly(
                            new FileDigest("a.txt", Optional.of(Sha256.hex("one\ntwo\nthree\n".getBytes(UTF_8)))));
            assertThat(preview.dangerous()).isFalse();
        });
        assertThat(end(running)).isInstanceOf(ToolOutcome.Success.class);
        assertThat(file).hasContent("one\n2\nthree\n");
    }

    @Test
    void F029_a_new_file_is_shown_whole_and_not_written_over_what_came_meanwhile() throws Exception {
        attach(ApprovalMode.EDITS);

        CompletableFuture<ToolOutcome> running = start("write", Map.of("path", "a.txt", "content", "x"));
        CallQuestion question = question();
        Path file = Files.writeString(directory.resolve("a.txt"), "mine");
        host.answer(question, CallApproval.APPROVED);

        assertThat(question.preview().flatMap(UsePreview::diff)).contains("""
                --- /dev/null
                +++ b/a.txt
                @@ -0,0 +1,1 @@
                +x
                \\ No newline at end of file
                """);
        assertThat(end(running)).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(file).hasContent("mine");
    }

    @Test
    void F029_what_could_not_work_out_when_it_was_looked_at_is_not_done_unasked_when_it_can() throws Exception {
        attach(ApprovalMode.EDITS);
        Path file = Files.writeString(directory.resolve("a.txt"), "one");
        CompletableFuture<Void> looked = new CompletableFuture<>();
        CompletableFuture<Void> answered = new CompletableFuture<>();
        gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onGateAnswered(GatewayEvent.GateAnswered event) {
                answered.complete(null);
            }
        });
        LocalProviderTransport.attach(
                gateway,
                session.info().id(),
                Provider.named("zz-slow")
                        .gate(Match.tool("edit"), check -> {
                            looked.join();
                            return GateDecision.allow();
                        })
                        .build());

        // The gate of the workspace has nothing to show, since the file was not read; then it is.
        CompletableFuture<ToolOutcome> running =
                start("edit", Map.of("path", "a.txt", "oldText", "one", "newText", "two"));
        answered.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        end(start("read", Map.of("path", "a.txt")));
        looked.complete(null);

        assertThat(end(running).toString()).contains("Nobody was asked");
        assertThat(host.questions()).isEmpty();
        assertThat(file).hasContent("one");
    }

    @Test
    void F031_what_may_destroy_is_asked_about_as_dangerous_each_time() throws Exception {
        attach(ApprovalMode.COMMANDS);

        CompletableFuture<ToolOutcome> running = start("bash", Map.of("command", "rm -rf none"));

        assertThat(question().isDangerous()).isTrue();
        host.answer(question(), CallApproval.denied("No."));
        assertThat(end(running)).isInstanceOf(ToolOutcome.Failure.class);
    }

    @Test
    void F006_below_git_nothing_is_changed_and_nobody_is_asked() throws Exception {
        attach(ApprovalMode.EDITS);
        Files.createDirectory(directory.resolve(".git"));

        assertThat(end(start("write", Map.of("path", ".git/config", "content", "x"))))
                .isInstanceOf(ToolOutcome.Failure.class);
        assertThat(host.questions()).isEmpty();
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
        assertThat(question().isDangerous()).isTrue();
        host.answer(question(), CallApproval.APPROVED);
        assertThat(end(running)).isInstanceOf(ToolOutcome.Success.class);
    }

    @Test
    void F007_T48_a_likely_secret_is_read_after_an_approval() throws Exception {
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
