package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.ToolErrorCode;
import java.util.Optional;

/** {@code tool.result}: how a call ended. Immutable. */
public record ToolResult(CallId id, Result result) implements ProviderMessage {

    /** Exactly one of the ways to answer (D-147). */
    public sealed interface Result {
        /** Calls the method for this kind of answer. */
        <R> R accept(Result.Visitor<R> visitor);

        /** One method per kind of answer. */
        interface Visitor<R> {
            R onData(Data data);

            R onFile(File file);

            R onFailure(Failure failure);

            R onMissing(Missing missing);
        }
        /** Success with a JSON value. */
        record Data(JsonValue data) implements Result {
            @Override
            public <R> R accept(Result.Visitor<R> visitor) {
                return visitor.onData(this);
            }
        }

        /** Success with a file. */
        record File(FileRef file) implements Result {
            @Override
            public <R> R accept(Result.Visitor<R> visitor) {
                return visitor.onFile(this);
            }
        }

        /**
         * Failure.
         *
         * @param errorCode as sent; the gateway maps what it does not accept (D-146)
         * @param retryable a hint for the host, never acted upon by the gateway (D-150)
         */
        record Failure(Optional<String> error, Optional<String> errorCode, boolean retryable) implements Result {
            @Override
            public <R> R accept(Result.Visitor<R> visitor) {
                return visitor.onFailure(this);
            }
        }

        /** Neither data nor file nor error: the call fails. */
        record Missing() implements Result {
            @Override
            public <R> R accept(Result.Visitor<R> visitor) {
                return visitor.onMissing(this);
            }
        }
    }

    /** Success with {@code data}. */
    public static ToolResult data(CallId id, JsonValue data) {
        return new ToolResult(id, new Result.Data(data));
    }

    /** Failure with a text for the agent and a code. */
    public static ToolResult failure(CallId id, String error, ToolErrorCode code) {
        return new ToolResult(id, new Result.Failure(Optional.of(error), Optional.of(code.name()), false));
    }

    @Override
    public MessageType type() {
        return MessageType.TOOL_RESULT;
    }

    @Override
    public Correlation correlation() {
        return Correlation.ofCall(id);
    }

    @Override
    public <R> R accept(ProviderMessage.Visitor<R> visitor) {
        return visitor.onToolResult(this);
    }
}
