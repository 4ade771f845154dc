package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.SessionId;

/** {@code gate.check}: may this call go ahead? Immutable. */
public record GateCheck(GateId gateId, CallId callId, SessionId sessionId, String tool, JsonValue args)
        implements GatewayMessage {

    @Override
    public MessageType type() {
        return MessageType.GATE_CHECK;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onGateCheck(this);
    }
}
