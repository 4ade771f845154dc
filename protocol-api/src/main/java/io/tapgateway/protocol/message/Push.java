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

    /**
     * Begins an event for a stream of the provider.
     *
     * @throws IllegalArgumentException if no stream can be called so
     */
    public static ToStream to(String stream) {
        return new ToStream(new StreamName(stream));
    }

    /**
     * What goes to one stream of the bound session, by how far it travels. Immutable.
     *
     * @param stream where it is kept
     */
    public record ToStream(StreamName stream) {
        /** An event for the stream only. */
        public Push keep(String event) {
            return of(PushLevel.KEEP, event);
        }

        /** An event for the session's timeline as well. */
        public Push surface(String event) {
            return of(PushLevel.SURFACE, event);
        }

        /** An event that starts a turn of the agent as well. */
        public Push inject(String event) {
            return of(PushLevel.INJECT, event);
        }

        /** An event that travels as far as {@code level} says. */
        public Push of(PushLevel level, String event) {
            return new Push(
                    level,
                    Optional.of(event),
                    Optional.empty(),
                    Optional.of(stream),
                    Target.BOUND_SESSION,
                    Optional.empty());
        }
    }

    /** The same push for another target. */
    public Push at(Target other) {
        return new Push(level, event, prompt, stream, other, metadata);
    }

    /**
     * The same push with other data.
     *
     * @param data an object
     */
    public Push with(JsonValue data) {
        return new Push(level, event, prompt, stream, target, Optional.of(data));
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
