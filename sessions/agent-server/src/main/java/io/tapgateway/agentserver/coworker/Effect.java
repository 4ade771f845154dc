package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.QuestionId;
import java.util.List;

/** What follows from something that a {@link CoworkerSession} was told; to be done in order. Immutable. */
public sealed interface Effect {
    /** Calls the visitor's method for this effect. */
    void accept(Visitor visitor);

    /** One method for each effect. */
    interface Visitor {
        void onSend(Send send);

        void onHear(Hear hear);

        void onInterrupt(Interrupt interrupt);

        void onForget(Forget forget);

        void onAnswer(Answer answer);

        void onApprove(Approve approve);

        void onDeny(Deny deny);

        void onThink(Think think);

        void onBrief(Brief brief);

        void onPerform(Perform perform);

        void onQuery(Query query);

        void onEvaluate(Evaluate evaluate);
    }

    /** The client is told this. */
    record Send(String text) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onSend(this);
        }
    }

    /**
     * The agent is to take this up, if it has time; {@link CoworkerSession#taken} or {@link CoworkerSession#refused} is
     * next.
     *
     * @param text for the model
     */
    record Hear(String text) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onHear(this);
        }
    }

    /** The running turn is to end. */
    record Interrupt() implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInterrupt(this);
        }
    }

    /** What was said is to be forgotten. */
    record Forget() implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onForget(this);
        }
    }

    /**
     * A question is answered; {@link CoworkerSession#settled} is next, if that counts.
     *
     * @param value a text, or an object where the question has a form
     */
    record Answer(QuestionId question, JsonValue value) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAnswer(this);
        }
    }

    /** What was asked about is allowed, once; {@link CoworkerSession#settled} is next, if that counts. */
    record Approve(QuestionId question) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onApprove(this);
        }
    }

    /** What was asked about is not allowed; {@link CoworkerSession#settled} is next, if that counts. */
    record Deny(QuestionId question) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onDeny(this);
        }
    }

    /** Another model is to think from now on. */
    record Think(ModelVendor provider, String model) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onThink(this);
        }
    }

    /**
     * The model is told of what the run is about from now on, and its calls are part of it.
     *
     * @param run its name, as far as those who watch are told of it
     */
    record Brief(String run, String about) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onBrief(this);
        }
    }

    /** Something is to be looked up or done outside; a {@code reply} of the session tells what came of it. */
    record Perform(ClientMessage message) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPerform(this);
        }
    }

    /**
     * Somebody is to be asked about logs, metrics or traces; {@link CoworkerSession#observed} is next.
     *
     * @param said as the client has said it
     */
    record Query(JsonValue said, ObservabilityQuery query) implements Effect {
        @Override
        public void accept(Visitor visitor) {
            visitor.onQuery(this);
        }
    }

    /** Checks are to be evaluated; {@link CoworkerSession#evaluated} is next, with the results of their queries. */
    record Evaluate(List<SloCheck> checks) implements Effect {
        public Evaluate {
            checks = List.copyOf(checks);
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onEvaluate(this);
        }
    }
}
