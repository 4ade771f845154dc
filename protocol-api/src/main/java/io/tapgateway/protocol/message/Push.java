package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamName;
import java.util.Optional;

/**
 * {@code push}: news from a provider. Immutable.
 *
 * @param level how far it travels, before filters
 * @param event the text; needed unless there is a {@code prompt} (D-206)
 * @param prompt starts a turn of the agent; only with {@link PushLevel#INJECT} (D-193)
 * @param stream where it is kept; the provider's name if empty
 * @param target one session, all of them, or the only bound one
 * @param metadata an object, stored with the event
 */
public record Push(
        PushLevel level,
        Optional<String> event,
        Optional<String> prompt,
        Optional<StreamName> stream,
        Target target,
        Optional<JsonValue> metadata)
        implements ProviderMessage {

    /**
     * Where a push goes (D-194).
     *
     * @param broadcast to every ready session of an all-bound provider
     */
    public record Target(Optional<SessionId> sessionId, boolean broadcast) {
        /** The only session the provider is bound to. */
        public static final Target BOUND_SESSION = new Target(Optional.empty(), false);
    }

    public Push {
        if (event.isEmpty() && prompt.isEmpty()) {
            throw InvalidMessage.at("/event", "is required unless there is a prompt");
        }
        if (event.isPresent() && event.get().isEmpty()) {
            throw InvalidMessage.at("/event", "must not be empty");
        }
        if (prompt.isPresent() && prompt.get().isEmpty()) {
            throw InvalidMessage.at("/prompt", "must not be empty");
        }
        if (prompt.isPresent() && level != PushLevel.INJECT) {
            throw InvalidMessage.at("/level", "a prompt needs level \"inject\"");
        }
        if (metadata.isPresent() && metadata.get().kind() != JsonKind.OBJECT) {
            throw InvalidMessage.at("/metadata", "must be an object");
        }
    }

    /** An event for the bound session, in the provider's default stream. */
    public static Push of(PushLevel level, String event) {
        return new Push(
                level, Optional.of(event), Optional.empty(), Optional.empty(), Target.BOUND_SESSION, Optional.empty());
    }

    @Override
    public MessageType type() {
        return MessageType.PUSH;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(target.sessionId(), Optional.empty());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onPush(this);
    }
}
