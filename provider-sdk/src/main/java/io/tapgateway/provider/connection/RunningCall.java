package io.tapgateway.provider.connection;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolCall;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.JavaJson;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way through its handler. Thread-safe: the handler, its stage, a cancellation and the end of the connection
 * may all come at once, and the first of them gives the one answer (A/terminal-messages).
 */
final class RunningCall implements ToolCall, Runnable {
    static final String FAILED = "The tool failed.";
    static final String CANCELLED = "Cancelled";

    /** Instead of an object of its own in every call. */
    private static final AtomicIntegerFieldUpdater<RunningCall> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(RunningCall.class, "ended");

    private final io.tapgateway.protocol.message.ToolCall message;
    private final Tool handledBy;
    private final Requests requests;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private volatile boolean isCancelled;

    /** 1 once there is an answer, or nobody left to get one. */
    private volatile int ended;

    RunningCall(io.tapgateway.protocol.message.ToolCall message, Tool handledBy, Requests requests) {
        this.message = message;
        this.handledBy = handledBy;
        this.requests = requests;
    }

    @Override
    public CallId id() {
        return message.id();
    }

    @Override
    public SessionId sessionId() {
        return message.sessionId();
    }

    @Override
    public ToolName tool() {
        return message.tool();
    }

    @Override
    public JsonValue args() {
        return message.args();
    }

    @Override
    public Optional<TraceParent> traceParent() {
        return message.traceParent();
    }

    @Override
    public Optional<Path> persistDir() {
        return requests.persistDir();
    }

    @Override
    public void progress(String text) {
        if (ended == 0) {
            requests.send(new ToolProgress(id(), text));
        }
    }

    @Override
    public boolean isCancelled() {
        return isCancelled;
    }

    @Override
    public CompletionStage<Void> cancelled() {
        return cancelled.minimalCompletionStage();
    }

    /** On the executor: has the handler do its work. */
    @Override
    public void run() {
        if (ended == 1) {
            requests.handlerDone();
            return;
        }
        Object result;
        try {
            result = handledBy.handler().handle(this);
        } catch (Throwable e) {
            // Whatever a handler throws, its caller must not wait for the timeout.
            failed(e);
            return;
        }
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete(this::stageDone);
        } else {
            succeeded(result);
        }
    }

    /** The gateway or the transport gave up on this call. */
    void cancel(boolean reply) {
        isCancelled = true;
        if (ENDED.compareAndSet(this, 0, 1)) {
            requests.answered(this);
            if (reply) {
                requests.send(ToolResult.failure(id(), CANCELLED, ToolErrorCode.CANCELLED));
            }
        }
        requests.code().run(() -> cancelled.complete(null));
    }

    /** The executor took no more work. */
    void rejected() {
        answer(ToolResult.failure(id(), "The provider is shutting down.", ToolErrorCode.INTERNAL));
        requests.handlerDone();
    }

    private void stageDone(@Nullable Object result, @Nullable Throwable failure) {
        if (failure != null) {
            failed(failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure);
        } else {
            succeeded(result);
        }
    }

    private void succeeded(@Nullable Object result) {
        if (result instanceof FileRef file) {
            answer(new ToolResult(id(), new ToolResult.Result.File(file)));
        } else {
            answerData(result);
        }
        requests.handlerDone();
    }

    private void answerData(@Nullable Object result) {
        JsonValue data;
        try {
            data = JavaJson.of(result);
        } catch (RuntimeException e) {
            report("The result of tool '" + tool() + "' has no JSON form.", e);
            answer(ToolResult.failure(id(), "The tool's result cannot be expressed in JSON.", ToolErrorCode.INTERNAL));
            return;
        }
        if (data.estimatedLength() > Limit.TOOL_RESULT_MESSAGE.standard()) {
            answer(ToolResult.failure(
                    id(),
                    "The tool's result is larger than the " + Limit.TOOL_RESULT_MESSAGE.standard()
                            + " bytes that a message may have.",
                    ToolErrorCode.INTERNAL));
            return;
        }
        answer(ToolResult.data(id(), data));
    }

    private void failed(Throwable failure) {
        if (failure instanceof ToolFailure known) {
            answer(new ToolResult(
                    id(),
                    new ToolResult.Result.Failure(
                            Optional.of(known.reason()),
                            Optional.of(known.code().name()),
                            known.retryable())));
        } else if (failure instanceof InvalidArguments invalid) {
            answer(ToolResult.failure(id(), invalid.reason(), ToolErrorCode.INTERNAL));
        } else {
            report("Tool '" + tool() + "' failed.", failure);
            answer(ToolResult.failure(id(), FAILED, ToolErrorCode.INTERNAL));
        }
        requests.handlerDone();
    }

    private void report(String what, Throwable cause) {
        requests.code().report(Fault.of(what, cause));
    }

    private void answer(ToolResult result) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            requests.answered(this);
            requests.send(result);
        }
    }
}
