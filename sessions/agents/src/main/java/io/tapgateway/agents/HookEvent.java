package io.tapgateway.agents;

import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** What an agent tells its hooks. All are immutable. */
public sealed interface HookEvent {
    /** Whose it is. */
    Origin origin();

    /** This event, if the agent waits for an answer about a tool. */
    default Optional<ToolWanted> wanted() {
        return Optional.empty();
    }

    /** Calls the visitor's method for this event. */
    <R> R accept(Visitor<R> visitor);

    /** One method per event. */
    interface Visitor<R> {
        R onToolWanted(ToolWanted event);

        R onToolUsed(ToolUsed event);

        R onPrompted(Prompted event);

        R onTurnEnded(TurnEnded event);

        R onBegan(Began event);

        R onEnded(Ended event);

        R onInterrupted(Interrupted event);

        R onOther(Other event);
    }

    /**
     * Where an event comes from.
     *
     * @param conversation the agent's name for it
     * @param cwd where the agent works, if it says so
     */
    record Origin(String conversation, Optional<Path> cwd) {}

    /**
     * The agent is about to use a tool, and waits for an answer.
     *
     * @param id of this use, if the agent has one
     * @param tool under the agent's own name
     * @param args an object
     */
    record ToolWanted(Origin origin, Optional<String> id, String tool, JsonValue args) implements HookEvent {
        @Override
        public Optional<ToolWanted> wanted() {
            return Optional.of(this);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onToolWanted(this);
        }
    }

    /**
     * The agent has used a tool.
     *
     * @param tool under the agent's own name
     * @param end how that ended
     * @param durationMillis how long it took, if the agent says so
     */
    record ToolUsed(Origin origin, String tool, End end, OptionalLong durationMillis) implements HookEvent {
        /** How the use of a tool ends. */
        public enum End {
            /** The agent calls it a success. */
            SUCCESS,
            /** The agent does not. */
            FAILURE,
            /** The user has stopped the agent. */
            INTERRUPTED
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onToolUsed(this);
        }
    }

    /**
     * The user has written something.
     *
     * @param id of the prompt, if the agent has one
     */
    record Prompted(Origin origin, Optional<String> id, String text) implements HookEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPrompted(this);
        }
    }

    /**
     * The agent is about to end its turn.
     *
     * @param again whether a hook has had it go on before
     */
    record TurnEnded(Origin origin, boolean again) implements HookEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onTurnEnded(this);
        }
    }

    /** A conversation begins, or goes on. */
    record Began(Origin origin) implements HookEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onBegan(this);
        }
    }

    /** A conversation has ended. */
    record Ended(Origin origin) implements HookEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onEnded(this);
        }
    }

    /** The user has stopped the agent. */
    record Interrupted(Origin origin) implements HookEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onInterrupted(this);
        }
    }

    /** Something that nobody here is interested in. */
    record Other(Origin origin) implements HookEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onOther(this);
        }
    }
}
