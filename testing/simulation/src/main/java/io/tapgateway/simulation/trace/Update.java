package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/** What all messages have in common that change what a provider contributes. Immutable. */
public record Update(Optional<RequestId> requestId, Optional<SessionId> sessionId) {
    /** Of that message; empty if it is no such message. */
    public static Optional<Update> of(ProviderMessage message) {
        if (message instanceof ToolsUpdate update) {
            return Optional.of(new Update(update.requestId(), update.sessionId()));
        } else if (message instanceof ContextUpdate update) {
            return Optional.of(new Update(update.requestId(), update.sessionId()));
        } else if (message instanceof HooksUpdate update) {
            return Optional.of(new Update(update.requestId(), update.sessionId()));
        } else if (message instanceof FilterSet update) {
            return Optional.of(new Update(update.requestId(), update.sessionId()));
        }
        return Optional.empty();
    }
}
