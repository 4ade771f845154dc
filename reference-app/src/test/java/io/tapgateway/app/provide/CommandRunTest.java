package io.tapgateway.app.provide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.testkit.PidFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of this system, called as a provider calls them. */
@Timeout(60)
class CommandRunTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void L008_the_command_reads_the_arguments_as_one_line_and_what_it_prints_is_the_result() throws Exception {
        JsonValue arguments = JsonValue.parse("{\"name\": \"Ada\",\r\n \"text\": \"$(id) `x`\\n\"}");

        assertThat(answer(shell("cat", false), arguments))
                .isEqualTo("{\"name\": \"Ada\",   \"text\": \"$(id) `x`\\n\"}");
    }

    @Test
    void L008_arguments_reach_a_command_whatever_they_are_and_whether_it_reads_them_or_not() throws Exception {
        JsonValue large = JsonValue.of(Map.of("text", "x".repeat(200_000)));

        assertThat(answer(shell("wc -c", false), large)).isEqualTo("200012");
        assertThat(answer(shell("true", false), large)).isEqualTo("");
    }

    @Test
    void L008_a_result_is_JSON_where_the_tool_says_so_and_it_is() throws Exception {
        assertThat(answer(shell("echo '{\"a\":[1]}'", true), JsonValue.EMPTY_OBJECT))
                .isEqualTo(JsonValue.parse("{\"a\":[1]}"));
        assertThat(answer(shell("echo '{\"a\":[1]}'", false), JsonValue.EMPTY_OBJECT))
                .isEqualTo("{\"a\":[1]}");
        assertThat(answer(shell("echo no JSON", true), JsonValue.EMPTY_OBJECT)).isEqualTo("no JSON");
    }

    @Test
    void L008_a_result_has_a_MiB_at_most_and_says_where_it_is_cut() throws Exception {
        int most = ProvideLimits.RESULT_BYTES;
        String all = "head -c " + most + " /dev/zero | tr '\\0' x";

        assertThat(answer(shell(all, false), JsonValue.EMPTY_OBJECT)).isEqualTo("x".repeat(most));
        assertThat(answer(shell(all + "; printf yz", false), JsonValue.EMPTY_OBJECT))
                .isEqualTo("x".repeat(most) + "\n[cut: " + (most + 2) + " bytes were printed, these are the first "
                        + most + "]");
    }

    @Test
    void L008_another_exit_code_is_a_failure_with_the_last_lines_of_standard_error() {
        String twelve = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done; echo printed; exit 3";

        assertThatThrownBy(() -> answer(shell(twelve, false), JsonValue.EMPTY_OBJECT))
                .cause()
                .isInstanceOf(ToolFailure.class)
                .hasMessage("The command has ended with exit code 3:\n"
                        + "line 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\nline 10\nline 11\nline 12");
        assertThatThrownBy(() -> answer(shell("echo printed; exit 1", false), JsonValue.EMPTY_OBJECT))
                .cause()
                .hasMessage("The command has ended with exit code 1:\nprinted");
        assertThatThrownBy(() -> answer(shell("exit 1", false), JsonValue.EMPTY_OBJECT))
                .cause()
                .hasMessage("The command has ended with exit code 1.");
    }

    @Test
    void L008_lines_of_standard_error_are_progress_as_far_as_people_can_read_them() throws Exception {
        Call call = new Call(JsonValue.EMPTY_OBJECT);

        // The clock stands still: the second line comes within the pause after the first.
        answer(shell("echo one >&2; echo two >&2; echo result", false), call);

        assertThat(call.reports).containsExactly("one");
    }

    @Test
    void L008_a_cancelled_call_ends_the_command_and_what_it_has_started() throws Exception {
        Call call = new Call(JsonValue.EMPTY_OBJECT);
        String script = "trap 'echo asked > asked; exit 0' TERM; sleep 1000 & echo $! > child; echo $$ > pid; wait";
        CompletionStage<Object> result = CommandRun.start(shell(script, false), Map.of(), call, nanos::get)
                .result();
        PidFiles processes = new PidFiles(directory);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")) && processes.isAlive("pid"));

        call.cancelled.complete(null);

        result.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(directory.resolve("asked")).exists();
        await().atMost(PATIENCE).until(() -> !processes.isAlive("child"));
    }

    @Test
    void L008_no_shell_reads_a_word_of_it() throws Exception {
        CommandTool tool = CommandTool.of(
                "say",
                "Says it",
                Optional.empty(),
                new Command(List.of("printf", "%s|", "{a}", "; touch owned", "$(touch owned)"), directory, Map.of()),
                false);

        assertThat(answer(tool, JsonValue.of(Map.of("a", "`touch owned`; touch owned"))))
                .isEqualTo("`touch owned`; touch owned|; touch owned|$(touch owned)|");
        assertThat(directory.resolve("owned")).doesNotExist();
    }

    private CommandTool shell(String script, boolean json) {
        return CommandTool.of(
                "tool",
                "A tool",
                Optional.empty(),
                new Command(List.of("sh", "-c", script), directory, Map.of()),
                json);
    }

    private Object answer(CommandTool tool, JsonValue arguments) throws Exception {
        return answer(tool, new Call(arguments));
    }

    private Object answer(CommandTool tool, Call call) throws Exception {
        return CommandRun.start(tool, Map.of("PATH", System.getenv("PATH")), call, nanos::get)
                .result()
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** A call that remembers its reports. Thread-safe. */
    private static final class Call implements ToolInvocation {
        private final JsonValue arguments;
        private final List<String> reports = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

        Call(JsonValue arguments) {
            this.arguments = arguments;
        }

        @Override
        public CallId id() {
            return new CallId("call-1");
        }

        @Override
        public SessionId sessionId() {
            return new SessionId("main");
        }

        @Override
        public ToolName tool() {
            return new ToolName("tool");
        }

        @Override
        public JsonValue args() {
            return arguments;
        }

        @Override
        public Optional<TraceParent> traceParent() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> persistDir() {
            return Optional.empty();
        }

        @Override
        public void progress(String message) {
            reports.add(message);
        }

        @Override
        public void push(Push push) {
            throw new AssertionError("push: " + push);
        }

        @Override
        public boolean isCancelled() {
            return cancelled.isDone();
        }

        @Override
        public CompletionStage<Void> cancelled() {
            return cancelled;
        }
    }
}
