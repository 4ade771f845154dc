package io.tapgateway.protocol.message;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The only table between wire names and records: the closed set of 29 types (D-004). Immutable. */
public enum MessageType {
    AUTH("auth", Auth.class),
    AUTH_CONFIRM("auth.confirm", AuthConfirm.class),
    HELLO("hello", Hello.class),
    GOODBYE("goodbye", Goodbye.class),
    SESSION_READY("session.ready", SessionReady.class),
    TOOL_RESULT("tool.result", ToolResult.class),
    TOOL_PROGRESS("tool.progress", ToolProgress.class),
    GATE_RESULT("gate.result", GateResult.class),
    TRANSFORM_RESULT("transform.result", TransformResult.class),
    PUSH("push", Push.class),
    TOOLS_UPDATE("tools.update", ToolsUpdate.class),
    HOOKS_UPDATE("hooks.update", HooksUpdate.class),
    CONTEXT_UPDATE("context.update", ContextUpdate.class),
    FILTER_SET("filter.set", FilterSet.class),
    STREAM_QUERY("stream.query", StreamQuery.class),
    SHUTDOWN_READY("shutdown.ready", ShutdownReady.class),
    AUTH_PAIRING("auth.pairing", AuthPairing.class),
    SESSIONS("sessions", Sessions.class),
    SESSIONS_UPDATED("sessions.updated", SessionsUpdated.class),
    HELLO_ACK("hello.ack", HelloAck.class),
    ACK("ack", Ack.class),
    ERROR("error", ErrorMessage.class),
    TOOL_CALL("tool.call", ToolCall.class),
    TOOL_CANCEL("tool.cancel", ToolCancel.class),
    GATE_CHECK("gate.check", GateCheck.class),
    TRANSFORM_REQUEST("transform.request", TransformRequest.class),
    SESSION_EVENT("session.event", SessionEvent.class),
    SESSION_LIFECYCLE("session.lifecycle", SessionLifecycle.class),
    STREAM_HISTORY("stream.history", StreamHistory.class);

    private static final Map<String, MessageType> BY_WIRE_NAME = new HashMap<>();

    static {
        for (MessageType type : values()) {
            BY_WIRE_NAME.put(type.wireName, type);
        }
    }

    private final String wireName;
    private final Class<? extends Message> record;

    MessageType(String wireName, Class<? extends Message> record) {
        this.wireName = wireName;
        this.record = record;
    }

    /** The value of the {@code type} field. */
    public String wireName() {
        return wireName;
    }

    /** The record that carries this message. */
    public Class<? extends Message> record() {
        return record;
    }

    /** Whether providers send it. */
    public boolean fromProvider() {
        return ProviderMessage.class.isAssignableFrom(record);
    }

    /** Whether it answers something the gateway asked, or may come late for another good reason (D-032). */
    public boolean isLateTolerant() {
        return switch (this) {
            case TOOL_RESULT, TOOL_PROGRESS, GATE_RESULT, TRANSFORM_RESULT, SHUTDOWN_READY -> true;
            case AUTH,
                    AUTH_CONFIRM,
                    HELLO,
                    GOODBYE,
                    SESSION_READY,
                    PUSH,
                    TOOLS_UPDATE,
                    HOOKS_UPDATE,
                    CONTEXT_UPDATE,
                    FILTER_SET,
                    STREAM_QUERY,
                    AUTH_PAIRING,
                    SESSIONS,
                    SESSIONS_UPDATED,
                    HELLO_ACK,
                    ACK,
                    ERROR,
                    TOOL_CALL,
                    TOOL_CANCEL,
                    GATE_CHECK,
                    TRANSFORM_REQUEST,
                    SESSION_EVENT,
                    SESSION_LIFECYCLE,
                    STREAM_HISTORY -> false;
        };
    }

    /** The type of that wire name; empty if the protocol has none. */
    public static Optional<MessageType> of(String wireName) {
        return Optional.ofNullable(BY_WIRE_NAME.get(wireName));
    }
}
