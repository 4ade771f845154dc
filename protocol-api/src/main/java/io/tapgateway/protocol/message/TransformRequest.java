package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;

/**
 * {@code transform.request}: the content of a section before this provider's callback. Immutable.
 *
 * @param section its name in folded form: lower case, without white space around it (D-182)
 * @param current the section as the host wrote it, or as an earlier provider has left it
 */
public record TransformRequest(CallId callId, SessionId sessionId, String section, String current)
        implements GatewayMessage {

    @Override
    public MessageType type() {
        return MessageType.TRANSFORM_REQUEST;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onTransformRequest(this);
    }
}
