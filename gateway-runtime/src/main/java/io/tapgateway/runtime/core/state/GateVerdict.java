package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.HookDecision;
import java.util.List;
import java.util.Optional;

/** Whether a tool may be used, as far as that is decided. Immutable. */
public sealed interface GateVerdict {
    /** Whether gates or a person have yet to answer. */
    default boolean isOpen() {
        return false;
    }

    /** What a person has yet to answer, if so. */
    default Optional<CallQuestion> forPerson() {
        return Optional.empty();
    }

    /** Calls the method for this verdict. */
    void accept(Visitor visitor);

    /**
     * Gates were asked.
     *
     * @param deadline when silence decides, in the core's time
     */
    record Open(long deadline) implements GateVerdict {
        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onOpen(this);
        }
    }

    /**
     * All gates have consented; a person has yet to.
     *
     * @param question for the person
     * @param contexts what rules say along with the use, as far as they know
     */
    record ForPerson(CallQuestion question, List<CallContext> contexts) implements GateVerdict {
        @Override
        public Optional<CallQuestion> forPerson() {
            return Optional.of(question);
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onForPerson(this);
        }
    }

    /** The tool may be used. */
    record Allowed(List<CallContext> contexts) implements GateVerdict {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAllowed(this);
        }
    }

    /** The tool must not be used. */
    record Denied(HookDecision.Deny denial) implements GateVerdict {
        @Override
        public void accept(Visitor visitor) {
            visitor.onDenied(this);
        }
    }

    /** The tool is not going to be used, for a reason that has nothing to do with rules. */
    record Withdrawn(String why) implements GateVerdict {
        @Override
        public void accept(Visitor visitor) {
            visitor.onWithdrawn(this);
        }
    }

    /** One method per verdict. */
    interface Visitor {
        void onOpen(Open open);

        void onForPerson(ForPerson forPerson);

        void onAllowed(Allowed allowed);

        void onDenied(Denied denied);

        void onWithdrawn(Withdrawn withdrawn);
    }
}
