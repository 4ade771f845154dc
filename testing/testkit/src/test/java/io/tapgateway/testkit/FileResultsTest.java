package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.transport.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Answers in files, while the disk takes as long as a test wants. */
@EnabledOnOs(OS.LINUX)
final class FileResultsTest {
    private static final SessionId SESSION = new SessionId("s1");

    @TempDir
    Path temporary;

    private final ManualClock clock = ManualClock.create();
    private final Captures captures = new Captures();
    private final Deque<Runnable> disk = new ArrayDeque<>();
    private int calls;
    private Gateway gateway;
    private GatewaySession session;
    private ScriptedPeer peer;

    private void begin(Limits limits) {
        gateway = Gateway.builder()
                .clock(clock)
                .executor(Runnable::run)
                .limits(limits)
                .fileResults(FileResults.in(temporary.resolve("providers")).readBy(disk::add))
                .build();
        session = gateway.openSession(SessionInfo.of("s1", "Session", Path.of("/code")), new RecordingHost());
        peer = connect();
    }

    private ScriptedPeer connect() {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(SESSION), captures)
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}");
    }

    private void bind(Limits limits) {
        begin(limits);
        hello("");
        work();
        peer.receives("{\"type\":\"hello.ack\",\"persistDir\":\"$dir\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }

    private void hello(String more) {
        peer.sends("{\"type\":\"hello\",\"name\":\"camera\",\"protocolVersion\":2,\"session\":\"s1\"" + more
                + ",\"tools\":[{\"name\":\"shot\",\"description\":\"d\"}],\"concurrency\":{\"max\":1}}");
    }

    private void work() {
        for (Runnable next = disk.poll(); next != null; next = disk.poll()) {
            next.run();
        }
    }

    private CompletableFuture<ToolOutcome> answeredWithAFile() {
        CompletableFuture<ToolOutcome> call =
                session.callTool("shot", JsonValue.EMPTY_OBJECT).toCompletableFuture();
        String id = "$call" + ++calls;
        peer.receives("{\"type\":\"tool.call\",\"id\":\"" + id + "\",\"*\":\"*\"}");
        answer(id);
        return call;
    }

    private void answer(String id) {
        Path file = Path.of(captures.text("dir"), "shot.txt");
        try {
            Files.write(file, "hello".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError("the provider could not write", e);
        }
        peer.sends("{\"type\":\"tool.result\",\"id\":\"" + id + "\",\"file\":{\"path\":\"" + file
                + "\",\"mimeType\":\"text/plain\",\"size\":5}}");
    }

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    private static void assertEnded(CompletableFuture<ToolOutcome> call, ToolErrorCode code) {
        assertThat(call.join())
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void D152_the_host_waits_for_the_file_and_gets_its_content() {
        bind(Limits.standard());
        CompletableFuture<ToolOutcome> call = answeredWithAFile();
        assertThat(call).isNotDone();

        work();

        assertThat(call.join()).isInstanceOfSatisfying(ToolOutcome.File.class, file -> {
            assertThat(file.content().bytes()).asString(StandardCharsets.UTF_8).isEqualTo("hello");
            assertThat(file.content().mimeType()).isEqualTo("text/plain");
            assertThat(file.content().toString()).isEqualTo("text/plain, 5 bytes");
        });
    }

    @Test
    void D152_a_file_that_takes_ten_seconds_fails_the_call_and_comes_too_late() {
        bind(Limits.standard());
        CompletableFuture<ToolOutcome> call = answeredWithAFile();

        clock.advance(Duration.ofMillis(9_999));
        assertThat(call).isNotDone();
        clock.advance(Duration.ofMillis(1));

        assertEnded(call, ToolErrorCode.INTERNAL);
        work();
        peer.receivesNothing();
    }

    @Test
    void D152_the_provider_has_answered_and_gets_its_next_call_while_the_file_is_read() {
        bind(Limits.standard());
        CompletableFuture<ToolOutcome> first = answeredWithAFile();

        CompletableFuture<ToolOutcome> second = answeredWithAFile();
        work();

        assertThat(first.join().ok()).isTrue();
        assertThat(second.join().ok()).isTrue();
    }

    @Test
    void D157_an_interrupt_ends_a_call_whose_file_is_being_read_and_nobody_is_told_to_stop() {
        bind(Limits.standard());
        CompletableFuture<ToolOutcome> call = answeredWithAFile();

        session.interrupt();

        assertEnded(call, ToolErrorCode.CANCELLED);
        work();
        peer.receivesNothing();
    }

    @Test
    void D152_a_provider_that_leaves_has_answered_all_the_same() {
        bind(Limits.standard());
        CompletableFuture<ToolOutcome> call = answeredWithAFile();

        peer.sends("{\"type\":\"goodbye\"}");
        work();

        assertThat(call.join().ok()).isTrue();
    }

    @Test
    void D217_a_session_that_ends_does_not_wait_for_files_beyond_its_deadline() {
        bind(Limits.standard().with(Limit.FILE_READ, 60_000));
        CompletableFuture<ToolOutcome> call = answeredWithAFile();

        session.close();
        clock.advance(Duration.ofMinutes(1));

        assertEnded(call, ToolErrorCode.CANCELLED);
        work();
    }

    @Test
    void D152_no_more_files_than_the_limit_are_read_at_once() {
        bind(Limits.standard().with(Limit.FILE_READS, 2));
        CompletableFuture<ToolOutcome> first = answeredWithAFile();
        CompletableFuture<ToolOutcome> second = answeredWithAFile();

        CompletableFuture<ToolOutcome> third = answeredWithAFile();

        assertEnded(third, ToolErrorCode.INTERNAL);
        peer.receives(
                "{\"type\":\"error\",\"code\":\"INVALID_JSON\",\"message\":\"/file: too many files are being read*\","
                        + "\"replyTo\":\"tool.result\",\"id\":\"$call3\",\"*\":\"*\"}");
        work();
        assertThat(first.join().ok()).isTrue();
        assertThat(second.join().ok()).isTrue();
        CompletableFuture<ToolOutcome> fourth = answeredWithAFile();
        work();
        assertThat(fourth.join().ok()).isTrue();
    }

    @Test
    void D153_the_directory_is_there_before_it_is_named_and_everything_else_waits_for_it() {
        begin(Limits.standard());
        hello("");
        peer.sends("{\"type\":\"push\",\"level\":\"keep\",\"event\":\"early\"}");
        peer.receivesNothing();
        assertThat(session.tools()).isEmpty();

        work();

        peer.receives("{\"type\":\"hello.ack\",\"persistDir\":\"$dir\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}")
                .receivesNothing();
        assertThat(Path.of(captures.text("dir"))).isDirectory();
        assertThat(captures.text("dir")).endsWith("-camera/");
        assertThat(session.streams()).hasSize(1);
    }

    @Test
    void D153_who_is_gone_before_its_directory_is_made_is_not_bound() {
        begin(Limits.standard());
        hello("");

        peer.sends("{\"type\":\"goodbye\"}");
        work();

        assertThat(session.tools()).isEmpty();
        assertThat(gateway.providers()).isEmpty();
    }

    @Test
    void D153_a_directory_that_takes_too_long_or_cannot_be_made_costs_the_files_and_nothing_else() throws IOException {
        begin(Limits.standard());
        hello("");
        clock.advance(Duration.ofSeconds(10));

        peer.receives("{\"type\":\"hello.ack\",\"protocolVersion\":2,\"providerId\":\"*\",\"sessionId\":\"s1\","
                        + "\"reconnectToken\":\"*\",\"revision\":1}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
        work();
        peer.receivesNothing();

        Files.setPosixFilePermissions(onlyDirectory(), PosixFilePermissions.fromString("rwxrwxrwx"));
        hello("");
        work();
        peer.receives("{\"type\":\"hello.ack\",\"protocolVersion\":2,\"providerId\":\"*\",\"sessionId\":\"s1\","
                        + "\"reconnectToken\":\"*\",\"revision\":2}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
        captures.put("dir", JsonValue.of(onlyDirectory() + "/"));
        CompletableFuture<ToolOutcome> call = answeredWithAFile();
        assertEnded(call, ToolErrorCode.INTERNAL);
    }

    private Path onlyDirectory() throws IOException {
        try (var all = Files.list(temporary.resolve("providers"))) {
            return all.findFirst().orElseThrow();
        }
    }
}
