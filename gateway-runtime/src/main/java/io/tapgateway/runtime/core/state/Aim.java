package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;

/** Whom a call is for, and the arguments that it is made with. Immutable. */
public sealed interface Aim {
    /** What whoever gets the call is given. */
    JsonValue args();

    /**
     * The tool of the provider that is to get the call.
     *
     * @throws IllegalStateException if none is
     */
    default ProvidedTool target() {
        throw new IllegalStateException("target of a call that is for no provider");
    }

    /** Whether the host named the instance: nobody else may have the call (D-158). */
    default boolean pinned() {
        return false;
    }

    /** Whether there is somebody who could get the call. */
    default boolean isSomebody() {
        return true;
    }

    /** Calls the method for this kind. */
    void accept(Visitor visitor);

    /**
     * A provider gets it.
     *
     * @param target as it was registered when it was chosen
     */
    record AtTool(ProvidedTool target, JsonValue args, boolean pinned) implements Aim {
        /** The same call for another provider. */
        public AtTool instead(ProvidedTool other) {
            return new AtTool(other, args, pinned);
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onTool(this);
        }
    }

    /** The gateway itself answers. */
    record AtGateway(InstanceList list, JsonValue args) implements Aim {
        @Override
        public void accept(Visitor visitor) {
            visitor.onGateway(this);
        }
    }

    /**
     * Nobody can get it.
     *
     * @param why for the agent
     */
    record AtNobody(String why) implements Aim {
        @Override
        public JsonValue args() {
            return JsonValue.EMPTY_OBJECT;
        }

        @Override
        public boolean isSomebody() {
            return false;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onNobody(this);
        }
    }

    /** One method per kind. */
    interface Visitor {
        void onTool(AtTool aim);

        void onGateway(AtGateway aim);

        void onNobody(AtNobody aim);
    }
}
