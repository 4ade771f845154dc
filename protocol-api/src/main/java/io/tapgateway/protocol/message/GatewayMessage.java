package io.tapgateway.protocol.message;

/** What a gateway says to a provider. Immutable. */
public sealed interface GatewayMessage extends Message
        permits AuthPairing,
                Sessions,
                SessionsUpdated,
                HelloAck,
                Ack,
                ErrorMessage,
                ToolCall,
                ToolCancel,
                GateCheck,
                TransformRequest,
                SessionEvent,
                SessionLifecycle,
                StreamHistory {
    /** Calls the visitor's method for this message. */
    <R> R accept(Visitor<R> visitor);

    /** One method per message of this family; without defaults, so that a new message is a compile error here. */
    interface Visitor<R> {
        R onAuthPairing(AuthPairing authPairing);

        R onSessions(Sessions sessions);

        R onSessionsUpdated(SessionsUpdated sessionsUpdated);

        R onHelloAck(HelloAck helloAck);

        R onAck(Ack ack);

        R onErrorMessage(ErrorMessage errorMessage);

        R onToolCall(ToolCall toolCall);

        R onToolCancel(ToolCancel toolCancel);

        R onGateCheck(GateCheck gateCheck);

        R onTransformRequest(TransformRequest transformRequest);

        R onSessionEvent(SessionEvent sessionEvent);

        R onSessionLifecycle(SessionLifecycle sessionLifecycle);

        R onStreamHistory(StreamHistory streamHistory);
    }
}
