package io.tapgateway.provider.connection;

import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.JavaJson;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway is told when a handler is done with a call, and what only the author is told. Immutable.
 *
 * @param fault what went wrong, in words that must not leave this process
 */
record ToolAnswer(ToolResult result, Optional<Fault> fault) {
    static final String FAILED = "The tool failed.";
    static final String CANCELLED = "Cancelled";

    /** The handler has returned something, or its stage has completed with it. */
    static ToolAnswer of(ToolCall call, @Nullable Object returned) {
        if (returned instanceof FileRef file) {
            return of(new ToolResult(call.id(), new ToolResult.Result.File(file)));
        }
        JsonValue data;
        try {
            data = data(returned);
        } catch (RuntimeException e) {
            return failed(
                    call,
                    "The tool's result cannot be expressed in JSON.",
                    Fault.of("The result of tool '" + call.tool() + "' has no JSON form.", e));
        }
        long most = Limit.TOOL_RESULT_MESSAGE.standard();
        return data.estimatedLength() > most
                ? failed(call, "The tool's result is larger than the " + most + " bytes that a message may have.")
                : of(ToolResult.data(call.id(), data));
    }

    /** What only looks like content is sent as the value inside of content, so that it arrives as it is. */
    private static JsonValue data(@Nullable Object returned) {
        if (returned instanceof ToolContent content) {
            return content.json();
        }
        JsonValue data = JavaJson.of(returned);
        return ToolContentReader.isContent(data)
                ? ToolContent.of(ContentBlock.text(data.json()))
                        .withStructured(data)
                        .json()
                : data;
    }

    /** The handler has thrown something, or its stage has failed with it. */
    static ToolAnswer failed(ToolCall call, Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (failure instanceof ToolFailure known) {
            return of(new ToolResult(
                    call.id(),
                    new ToolResult.Result.Failure(
                            Optional.of(known.reason()),
                            Optional.of(known.code().name()),
                            known.retryable())));
        } else if (failure instanceof InvalidArguments invalid) {
            return of(ToolResult.failure(call.id(), invalid.reason(), ToolErrorCode.INVALID_ARGUMENTS));
        }
        return failed(call, FAILED, Fault.of("Tool '" + call.tool() + "' failed.", failure));
    }

    /** The call fails for a reason that the caller may know. */
    static ToolAnswer failed(ToolCall call, String reason) {
        return of(ToolResult.failure(call.id(), reason, ToolErrorCode.INTERNAL));
    }

    private static ToolAnswer failed(ToolCall call, String reason, Fault fault) {
        return new ToolAnswer(ToolResult.failure(call.id(), reason, ToolErrorCode.INTERNAL), Optional.of(fault));
    }

    private static ToolAnswer of(ToolResult result) {
        return new ToolAnswer(result, Optional.empty());
    }
}
