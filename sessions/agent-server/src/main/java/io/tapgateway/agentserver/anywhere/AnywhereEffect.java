package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.user.QuestionId;

/** What follows from something that an {@link AnywhereDesk} was told; to be done in order. Immutable. */
@MayChange
public sealed interface AnywhereEffect {
    /** Calls the visitor's method for this effect. */
    void accept(Visitor visitor);

    /** One method for each effect. */
    interface Visitor {
        void onTell(Tell tell);

        void onHear(Hear hear);

        void onInterrupt(Interrupt interrupt);

        void onForget(Forget forget);

        void onAnswer(Answer answer);

        void onDecide(Decide decide);
    }

    /** Whoever listens is told this. */
    record Tell(AnywhereEvent event) implements AnywhereEffect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onTell(this);
        }
    }

    /**
     * The agent of a folder is to take this up, if it has time; {@link AnywhereDesk#taken} or {@link
     * AnywhereDesk#refused} is next.
     */
    record Hear(String folder, Run run) implements AnywhereEffect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onHear(this);
        }
    }

    /** The turn that runs in a folder is to end. */
    record Interrupt(String folder) implements AnywhereEffect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInterrupt(this);
        }
    }

    /** What was said in a folder is to be forgotten. */
    record Forget(String folder) implements AnywhereEffect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onForget(this);
        }
    }

    /** A question of an agent is answered. */
    record Answer(String folder, QuestionId question, String text) implements AnywhereEffect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAnswer(this);
        }
    }

    /** What was asked about is allowed, once, or not. */
    record Decide(String folder, QuestionId question, boolean approved) implements AnywhereEffect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onDecide(this);
        }
    }
}
