package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import java.util.List;
import java.util.Optional;

/** Whether a tool may be used, as the rules of a session's providers have it (D-160). Immutable. */
public sealed interface HookDecision {
    /** Whether the tool may be used. */
    boolean allowed();

    /** What rules give the agent along with the call, in their order; none if the tool must not be used. */
    List<CallContext> contexts();

    /** The arguments to use in place of those that were asked about, if it may be used with others only (Z-064). */
    @MayChange
    default Optional<JsonValue> changedArgs() {
        return Optional.empty();
    }

    /** Calls the visitor's method for this decision. */
    <R> R accept(Visitor<R> visitor);

    /** One method per decision. */
    interface Visitor<R> {
        R onAllow(Allow allow);

        R onDeny(Deny deny);

        R onAsk(Ask ask);
    }

    /**
     * The tool may be used, in this way and no other.
     *
     * @param permit for what
     * @param changed whether that is something else than the host has asked about: interceptors have changed the
     *     arguments; only who asks with {@link ChangedArgs#RUN} gets this answer (Z-064)
     */
    record Allow(List<CallContext> contexts, Permit permit, boolean changed) implements HookDecision {
        public Allow {
            contexts = List.copyOf(contexts);
        }

        /** What was asked about may be done as it is. */
        public Allow(List<CallContext> contexts, Permit permit) {
            this(contexts, permit, false);
        }

        @Override
        public Optional<JsonValue> changedArgs() {
            return changed ? Optional.of(permit.args()) : Optional.empty();
        }

        @Override
        public boolean allowed() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAllow(this);
        }
    }

    /**
     * The tool must not be used.
     *
     * @param reason one sentence or more, for the agent
     * @param by whose rule it was; empty if the gateway itself had to say no
     */
    record Deny(String reason, Optional<ProviderName> by) implements HookDecision {
        @Override
        public boolean allowed() {
            return false;
        }

        @Override
        public List<CallContext> contexts() {
            return List.of();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onDeny(this);
        }
    }

    /**
     * The tool may be used once a person has agreed, whom the host asks in its own way; only who asks with {@link
     * Asking#RETURN} gets this answer (U-122).
     *
     * @param question who wants the person to be asked, and why
     * @param contexts what rules give the agent along with the call
     * @param permit for what, once the person has agreed; with {@link ChangedArgs#RUN} that may be something else than
     *     was asked about
     */
    @MayChange
    record Ask(CallQuestion question, List<CallContext> contexts, Permit permit) implements HookDecision {
        public Ask {
            contexts = List.copyOf(contexts);
        }

        @Override
        public boolean allowed() {
            return false;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAsk(this);
        }
    }

    /** What was checked, for the host to compare with what it is about to do (D-156). */
    record Permit(String tool, JsonValue args) {
        /** Whether this is what was checked. */
        public boolean covers(String usedTool, JsonValue usedArgs) {
            return tool.equals(usedTool) && args.equals(usedArgs);
        }
    }
}
