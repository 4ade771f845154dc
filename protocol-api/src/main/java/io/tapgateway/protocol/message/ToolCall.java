package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import java.util.List;
import java.util.Optional;

/**
 * {@code tool.call}: run a tool. Immutable.
 *
 * @param args an object; the very value the host passed in
 * @param traceParent which trace the call is part of, as the host says; an extension of this project's
 * @param approved where the provider is in the gateway's process and has had a person asked about its own tool: that
 *     this person agrees, and the files as they were shown; no message on a wire has it
 * @param additions what the host adds for a provider in the gateway's process (M-023), an object; no message on a wire
 *     has it
 */
public record ToolCall(
        CallId id,
        SessionId sessionId,
        ToolName tool,
        JsonValue args,
        Optional<TraceParent> traceParent,
        Optional<List<FileDigest>> approved,
        Optional<JsonValue> additions)
        implements GatewayMessage {

    public ToolCall {
        approved = approved.map(List::copyOf);
    }

    /** A call to which nothing is added. */
    public ToolCall(
            CallId id,
            SessionId sessionId,
            ToolName tool,
            JsonValue args,
            Optional<TraceParent> traceParent,
            Optional<List<FileDigest>> approved) {
        this(id, sessionId, tool, args, traceParent, approved, Optional.empty());
    }

    /** A call about which its provider has had nobody asked. */
    public ToolCall(CallId id, SessionId sessionId, ToolName tool, JsonValue args, Optional<TraceParent> traceParent) {
        this(id, sessionId, tool, args, traceParent, Optional.empty());
    }

    /** A call that is part of no trace. */
    public ToolCall(CallId id, SessionId sessionId, ToolName tool, JsonValue args) {
        this(id, sessionId, tool, args, Optional.empty());
    }

    /** The same that a person has agreed to, if so. */
    public ToolCall withApproved(Optional<List<FileDigest>> files) {
        return files.isEmpty() ? this : new ToolCall(id, sessionId, tool, args, traceParent, files, additions);
    }

    @Override
    public MessageType type() {
        return MessageType.TOOL_CALL;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onToolCall(this);
    }
}
