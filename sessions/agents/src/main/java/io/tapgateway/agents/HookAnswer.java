package io.tapgateway.agents;

import io.tapgateway.protocol.json.JsonValue;

/** What an agent is to hear. All are immutable. */
public sealed interface HookAnswer {
    /** Calls the visitor's method for this answer. */
    <R> R accept(Visitor<R> visitor);

    /** One method per answer. */
    interface Visitor<R> {
        R onSilence(Silence answer);

        R onContext(Context answer);

        R onDeny(Deny answer);

        R onAsk(Ask answer);

        R onChanged(Changed answer);

        R onGoOn(GoOn answer);
    }

    /** Nothing: the agent does what it would do without hooks, and asks its user where it would (G-024). */
    record Silence() implements HookAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSilence(this);
        }
    }

    /** The same, and further text for the model. */
    record Context(String text) implements HookAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onContext(this);
        }
    }

    /** The tool must not be used. */
    record Deny(String reason) implements HookAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onDeny(this);
        }
    }

    /** The agent's user is to decide whether the tool may be used (U-122). */
    record Ask(String reason) implements HookAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAsk(this);
        }
    }

    /**
     * The same as {@link Silence}, but with other arguments, which an interceptor wants (Z-064).
     *
     * @param args an object, in place of what the agent has asked about
     * @param context further text for the model, or an empty one
     */
    record Changed(JsonValue args, String context) implements HookAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onChanged(this);
        }
    }

    /** The turn goes on, with this text. */
    record GoOn(String text) implements HookAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onGoOn(this);
        }
    }
}
