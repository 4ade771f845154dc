package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import java.util.Optional;

/**
 * {@code transform.result}: the new content of a section. Immutable.
 *
 * @param content empty if the answer carried no string, which counts as no change (D-184)
 */
public record TransformResult(CallId callId, Optional<String> content) implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.TRANSFORM_RESULT;
    }

    @Override
    public Correlation correlation() {
        return Correlation.ofQuestion(callId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onTransformResult(this);
    }
}
