package io.tapgateway.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/**
 * The tools of a session for an AI service of LangChain4j. Tools of the service's own need names that the session keeps
 * for them, by {@link GatewaySession#reserveToolNames}. Thread-safe.
 *
 * <p>A call ends when the thread that waits for it is interrupted, or when the turn says so: see {@link #CANCELLED}.
 */
public final class SessionTools implements ToolProvider {
    /**
     * The name of an invocation parameter: a {@link CompletionStage} that completes when the turn is cancelled. For
     * tools that run concurrently, and for streams, where nobody interrupts the thread that waits.
     */
    public static final String CANCELLED = "tap.cancelled";

    private final GatewaySession session;
    private final boolean pictures;

    /** @param pictures whether the model takes pictures as results; those of OpenAI's chat completions do not */
    public SessionTools(GatewaySession session, boolean pictures) {
        this.session = session;
        this.pictures = pictures;
    }

    /** Providers come and go while a turn lasts. */
    @Override
    public boolean isDynamic() {
        return true;
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        ToolProviderResult.Builder tools = ToolProviderResult.builder();
        session.tools().forEach(tool -> tools.add(ToolParameters.specification(tool), new Caller()));
        return tools.build();
    }

    private final class Caller implements ToolExecutor {
        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            return executeWithContext(request, InvocationContext.builder().build())
                    .resultText();
        }

        @Override
        public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
            return ToldOutcome.of(request.name(), outcome(request, context), pictures);
        }
    }

    private ToolOutcome outcome(ToolExecutionRequest request, InvocationContext context) {
        Optional<JsonValue> arguments = arguments(request.arguments());
        if (arguments.isEmpty()) {
            return ToolOutcome.failure(ToolErrorCode.INVALID_ARGUMENTS, "The arguments must be one JSON object.");
        }
        CallHandle call = session.startCall(request.name(), arguments.get(), CallOptions.NONE);
        cancelled(context).ifPresent(stage -> stage.thenRun(call::cancel));
        try {
            return call.outcome().toCompletableFuture().get();
        } catch (InterruptedException e) {
            call.cancel();
            Thread.currentThread().interrupt();
            throw new CancellationException("the turn was cancelled");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call always has an outcome", e);
        }
    }

    private static Optional<CompletionStage<?>> cancelled(InvocationContext context) {
        return Optional.ofNullable(context.invocationParameters()).map(parameters -> parameters.get(CANCELLED));
    }

    /** Models leave the arguments out where there are none. */
    private static Optional<JsonValue> arguments(String text) {
        try {
            JsonValue value = text == null || text.isBlank() ? JsonValue.EMPTY_OBJECT : JsonValue.parse(text);
            return JsonReader.OBJECT.tryRead(value);
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }
}
