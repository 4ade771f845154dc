package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolHandler;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Calls of a provider's tools, and how they are answered. */
class ToolCallsTest {
    private static final SessionId ABC = new SessionId("abc");

    private final List<String> faults = new ArrayList<>();
    private final List<Optional<Throwable>> causes = new ArrayList<>();

    private ProviderBuilder builder() {
        return Provider.named("ci").onError(fault -> {
            faults.add(fault.what());
            causes.add(fault.cause());
        });
    }

    private ScriptedGateway serving(ToolHandler handler) {
        return bound(builder().tool("t", "A tool", Schema.object(), handler));
    }

    /** A tool that notes its calls, and answers them when the work is done. */
    private ScriptedGateway workingOn(List<ToolInvocation> calls, CompletableFuture<String> work) {
        return serving(call -> {
            calls.add(call);
            return work.minimalCompletionStage();
        });
    }

    private static ScriptedGateway bound(ProviderBuilder provider) {
        return bound(provider, Runnable::run);
    }

    private static ScriptedGateway bound(ProviderBuilder provider, Executor executor) {
        return ScriptedGateway.bound(ProviderSession.remote(provider.build(), Credentials.token("ptk-1"), executor));
    }

    private static ToolResult.Result.Failure failure(ToolResult result) {
        return (ToolResult.Result.Failure) result.result();
    }

    @Test
    void a_handler_sees_the_call_and_its_value_is_the_result() {
        List<String> seen = new ArrayList<>();
        ScriptedGateway gateway = serving(call -> {
            seen.add(call.id() + " " + call.sessionId() + " " + call.tool() + " " + call.stringArg("x"));
            return Map.of("answer", 42);
        });

        ToolResult result = gateway.says(toolCall("c-1", "t", Map.of("x", "y"))).received(ToolResult.class);

        assertThat(seen).containsExactly("c-1 abc t y");
        assertThat(result).isEqualTo(ToolResult.data(new CallId("c-1"), JsonValue.of(Map.of("answer", 42))));
    }

    @Test
    void a_handler_sees_which_trace_a_call_is_part_of_if_it_is_part_of_one() {
        TraceParent trace = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        List<Optional<TraceParent>> seen = new ArrayList<>();
        ScriptedGateway gateway = serving(call -> seen.add(call.traceParent()));
        ToolName tool = new ToolName("t");

        gateway.says(new io.tapgateway.protocol.message.ToolCall(
                new CallId("c-1"), ABC, tool, JsonValue.EMPTY_OBJECT, Optional.of(trace)));
        gateway.says(toolCall("c-2", "t", Map.of()));

        assertThat(seen).containsExactly(Optional.of(trace), Optional.empty());
    }

    record Deploy(String service, int replicas) {}

    @Test
    void a_record_handler_gets_the_record() {
        ScriptedGateway gateway = bound(builder()
                .tool("deploy", Deploy.class, "Deploy", (deploy, call) -> deploy.service() + deploy.replicas()));

        ToolResult result = gateway.says(toolCall("c-1", "deploy", Map.of("service", "web", "replicas", 2)))
                .received(ToolResult.class);

        assertThat(result).isEqualTo(ToolResult.data(new CallId("c-1"), JsonValue.of("web2")));
    }

    @Test
    void a_stage_answers_when_it_completes() {
        CompletableFuture<String> work = new CompletableFuture<>();
        ScriptedGateway gateway = serving(call -> work.minimalCompletionStage());

        assertThat(gateway.says(toolCall("c-1", "t", Map.of())).received()).isEmpty();
        work.complete("done");

        assertThat(gateway.received(ToolResult.class))
                .isEqualTo(ToolResult.data(new CallId("c-1"), JsonValue.of("done")));
    }

    @Test
    void D152_a_file_reference_is_answered_as_a_file() {
        FileRef file = new FileRef("/p/x.png", "image/png", 10, OptionalLong.empty());

        ToolResult result =
                serving(call -> file).says(toolCall("c-1", "t", Map.of())).received(ToolResult.class);

        assertThat(result.result()).isEqualTo(new ToolResult.Result.File(file));
    }

    @Test
    void an_exception_is_answered_by_a_neutral_sentence_and_reported_here() {
        IllegalStateException secret = new IllegalStateException("password is 123");
        ScriptedGateway gateway = serving(call -> {
            throw secret;
        });

        ToolResult result = gateway.says(toolCall("c-1", "t", Map.of())).received(ToolResult.class);

        assertThat(failure(result))
                .isEqualTo(
                        new ToolResult.Result.Failure(Optional.of("The tool failed."), Optional.of("INTERNAL"), false));
        assertThat(faults).containsExactly("Tool 't' failed.");
        assertThat(causes).containsExactly(Optional.of(secret));
    }

    @Test
    void D146_arguments_that_cannot_be_used_are_the_mistake_of_the_caller() {
        ScriptedGateway gateway = serving(call -> call.stringArg("name"));

        ToolResult result = gateway.says(toolCall("c-1", "t", Map.of())).received(ToolResult.class);

        assertThat(failure(result))
                .isEqualTo(new ToolResult.Result.Failure(
                        Optional.of("Argument /name is missing."), Optional.of("INVALID_ARGUMENTS"), false));
        assertThat(faults).isEmpty();
    }

    @Test
    void an_error_is_answered_like_an_exception() {
        ScriptedGateway gateway = serving(call -> {
            throw new StackOverflowError();
        });

        assertThat(failure(gateway.says(toolCall("c-1", "t", Map.of())).received(ToolResult.class))
                        .errorCode())
                .contains("INTERNAL");
    }

    @Test
    void D150_a_tool_failure_is_answered_with_its_own_code_text_and_hint() {
        ScriptedGateway gateway = serving(call -> {
            throw new ToolFailure(ToolErrorCode.TIMEOUT, "CI is slow today.", true);
        });

        ToolResult result = gateway.says(toolCall("c-1", "t", Map.of())).received(ToolResult.class);

        assertThat(failure(result))
                .isEqualTo(
                        new ToolResult.Result.Failure(Optional.of("CI is slow today."), Optional.of("TIMEOUT"), true));
        assertThat(faults).isEmpty();
    }

    @Test
    void a_failed_stage_is_answered_like_an_exception_thrown_in_its_place() {
        ScriptedGateway gateway = serving(
                call -> CompletableFuture.failedFuture(new CompletionException(ToolFailure.notFound("No such branch.")))
                        .minimalCompletionStage());

        ToolResult result = gateway.says(toolCall("c-1", "t", Map.of())).received(ToolResult.class);

        assertThat(failure(result).error()).contains("No such branch.");
        assertThat(failure(result).errorCode()).contains("NOT_FOUND");
    }

    @Test
    void missing_arguments_are_named_to_the_caller() {
        ToolResult result = serving(call -> call.stringArg("branch"))
                .says(toolCall("c-1", "t", Map.of()))
                .received(ToolResult.class);

        assertThat(failure(result).error()).contains("Argument /branch is missing.");
    }

    @Test
    void typed_arguments_check_what_they_get() {
        List<Object> read = new ArrayList<>();
        ScriptedGateway gateway = serving(call -> {
            read.add(call.longArg("n"));
            read.add(call.doubleArg("d"));
            read.add(call.booleanArg("b"));
            read.add(call.arg("missing"));
            return call.longArg("d");
        });

        ToolResult result = gateway.says(toolCall("c-1", "t", Map.of("n", 7, "d", 1.5, "b", true)))
                .received(ToolResult.class);

        assertThat(read).containsExactly(7L, 1.5, true, Optional.empty());
        assertThat(failure(result).error()).contains("Argument /d must be a whole number.");
    }

    @Test
    void a_result_without_a_json_form_fails_the_call() {
        ToolResult result = serving(call -> new Object())
                .says(toolCall("c-1", "t", Map.of()))
                .received(ToolResult.class);

        assertThat(failure(result).error()).contains("The tool's result cannot be expressed in JSON.");
        assertThat(faults).containsExactly("The result of tool 't' has no JSON form.");
    }

    @Test
    void a_call_of_a_tool_that_is_not_here_is_not_found() {
        ToolResult result =
                serving(call -> "x").says(toolCall("c-1", "other", Map.of())).received(ToolResult.class);

        assertThat(failure(result).errorCode()).contains("NOT_FOUND");
    }

    @Test
    void D144_a_cancelled_call_is_answered_at_once_and_exactly_once() {
        CompletableFuture<String> work = new CompletableFuture<>();
        List<ToolInvocation> calls = new ArrayList<>();
        ScriptedGateway gateway = workingOn(calls, work);
        gateway.says(toolCall("c-1", "t", Map.of()));

        ToolCancel cancel = new ToolCancel(new CallId("c-1"), ABC, ToolCancel.Reason.TIMEOUT);
        ToolResult result = gateway.says(cancel).received(ToolResult.class);
        gateway.says(cancel);
        work.complete("too late");

        assertThat(failure(result).errorCode()).contains("CANCELLED");
        assertThat(calls.get(0).isCancelled()).isTrue();
        assertThat(calls.get(0).cancelled().toCompletableFuture()).isCompleted();
        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void L007_a_handler_pushes_into_the_session_of_its_call() {
        ScriptedGateway gateway = serving(call -> {
            call.push(Push.to("todos").keep("added: milk"));
            return "done";
        });

        gateway.says(toolCall("c-1", "t", Map.of()));

        assertThat(gateway.received())
                .first()
                .isEqualTo(Push.to("todos").keep("added: milk").at(new Push.Target(Optional.of(ABC), false)));
    }

    @Test
    void L007_a_handler_waits_no_longer_than_its_call_is_wanted() throws Exception {
        CompletableFuture<String> work = new CompletableFuture<>();
        List<ToolInvocation> calls = new ArrayList<>();
        ScriptedGateway gateway = workingOn(calls, work);
        gateway.says(toolCall("c-1", "t", Map.of()));
        ToolInvocation call = calls.get(0);
        call.pause(Duration.ZERO);

        gateway.says(new ToolCancel(new CallId("c-1"), ABC, ToolCancel.Reason.INTERRUPT));

        CancellationException end =
                catchThrowableOfType(CancellationException.class, () -> call.pause(Duration.ofDays(1)));
        assertThat(end).hasMessage("the call was cancelled");
        work.completeExceptionally(end);
        assertThat(faults).isEmpty();
    }

    @Test
    void a_cancel_for_a_call_that_is_over_or_never_was_is_ignored() {
        ScriptedGateway gateway = serving(call -> "done");
        gateway.says(toolCall("c-1", "t", Map.of()));
        gateway.received();

        gateway.says(new ToolCancel(new CallId("c-1"), ABC, ToolCancel.Reason.TIMEOUT));
        gateway.says(new ToolCancel(new CallId("c-9"), ABC, ToolCancel.Reason.TIMEOUT));

        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void a_call_cancelled_before_its_handler_began_never_reaches_it() {
        HoldingExecutor executor = new HoldingExecutor();
        List<String> ran = new ArrayList<>();
        ProviderBuilder provider = builder().tool("t", "A tool", Schema.object(), call -> ran.add("handler"));
        ScriptedGateway gateway = bound(provider, executor);
        executor.hold();

        gateway.says(toolCall("c-1", "t", Map.of()));
        gateway.says(new ToolCancel(new CallId("c-1"), ABC, ToolCancel.Reason.INTERRUPT));
        executor.runAll();

        assertThat(gateway.received(ToolResult.class).result()).isInstanceOf(ToolResult.Result.Failure.class);
        assertThat(ran).isEmpty();
    }

    @Test
    void progress_is_sent_while_the_call_runs_and_not_afterwards() {
        List<ToolInvocation> calls = new ArrayList<>();
        ScriptedGateway gateway = serving(call -> {
            calls.add(call);
            call.progress("half");
            return "done";
        });

        gateway.says(toolCall("c-1", "t", Map.of()));
        List<?> sent = gateway.received();
        calls.get(0).progress("more");

        assertThat(sent).first().isEqualTo(new ToolProgress(new CallId("c-1"), "half"));
        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void the_end_of_the_connection_tells_handlers_and_drops_their_results() {
        CompletableFuture<String> work = new CompletableFuture<>();
        List<ToolInvocation> calls = new ArrayList<>();
        ScriptedGateway gateway = workingOn(calls, work);
        gateway.says(toolCall("c-1", "t", Map.of()));

        gateway.hangsUp();
        work.complete("too late");

        assertThat(calls.get(0).isCancelled()).isTrue();
        assertThat(gateway.received()).isEmpty();
    }
}
