package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.HookDecision;

/** What the interceptors of a session say to something, as far as that is decided. Immutable. */
public sealed interface ChainVerdict {
    /** Whether somebody has yet to answer. */
    default boolean isOpen() {
        return false;
    }

    /** Calls the method for this verdict. */
    void accept(Visitor visitor);

    /** Somebody has yet to answer. */
    record Open() implements ChainVerdict {
        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onOpen();
        }
    }

    /** Nobody has anything against it. */
    record Passed() implements ChainVerdict {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPassed();
        }
    }

    /** It must not be. */
    record Blocked(HookDecision.Deny denial) implements ChainVerdict {
        @Override
        public void accept(Visitor visitor) {
            visitor.onBlocked(this);
        }
    }

    /** It is not going to be, for a reason that has nothing to do with interceptors. */
    record Withdrawn(String why) implements ChainVerdict {
        @Override
        public void accept(Visitor visitor) {
            visitor.onWithdrawn(this);
        }
    }

    /** One method per verdict. */
    interface Visitor {
        void onOpen();

        void onPassed();

        void onBlocked(Blocked blocked);

        void onWithdrawn(Withdrawn withdrawn);
    }
}
