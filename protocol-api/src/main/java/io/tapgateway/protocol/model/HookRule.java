package io.tapgateway.protocol.model;

import java.util.Optional;

/** A pre-tool-use rule: one of four actions on the calls that its {@link Match} selects. Immutable. */
public sealed interface HookRule {
    /** Which calls this rule is about. */
    Match match();

    /** Calls the method for this rule's kind. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Blocks the call.
     *
     * @param reason for the agent; the gateway has a default (D-174)
     */
    record Deny(Match match, Optional<String> reason) implements HookRule {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onDeny(this);
        }
    }

    /** Allows the call and gives the agent {@code content} along with it. */
    record Context(Match match, String content) implements HookRule {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onContext(this);
        }
    }

    /**
     * Asks the provider.
     *
     * @param failOpen whether silence for five seconds, and only that, allows the call (D-162)
     */
    record Gate(Match match, GateId gateId, boolean failOpen) implements HookRule {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onGate(this);
        }
    }

    /**
     * Has a person asked, once nothing denies the call and every gate has consented (U-121).
     *
     * @param reason what the person is told, as a question or a warning; the gateway has a default
     */
    record Ask(Match match, Optional<String> reason) implements HookRule {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAsk(this);
        }
    }

    /** One method per kind of rule. */
    interface Visitor<R> {
        R onDeny(Deny deny);

        R onContext(Context context);

        R onGate(Gate gate);

        R onAsk(Ask ask);
    }
}
