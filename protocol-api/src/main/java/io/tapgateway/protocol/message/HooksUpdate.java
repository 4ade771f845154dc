package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * {@code hooks.update}: changes hook rules or transforms (D-105). Immutable.
 *
 * @param sessionId only that session; all bound ones if empty
 */
public record HooksUpdate(Optional<RequestId> requestId, Optional<SessionId> sessionId, Hooks hooks)
        implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.HOOKS_UPDATE;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(sessionId, requestId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onHooksUpdate(this);
    }
}
