package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;

/** What became of a {@link UserQuestion}. All but the first mean that there is no answer (U-103). Immutable. */
public sealed interface UserAnswer {
    /** Calls the visitor's method for this end. */
    <R> R accept(Visitor<R> visitor);

    /** One method per end. */
    interface Visitor<R> {
        R onGiven(Given given);

        R onDeclined(Declined declined);

        R onAbsent(Absent absent);

        R onWithdrawn(Withdrawn withdrawn);
    }

    /**
     * An answer that the question takes.
     *
     * @param value a text as it was typed or chosen; an object where the question has a form
     * @param by the surface where it was said
     */
    record Given(JsonValue value, String by) implements UserAnswer {
        /** The answer as a text; JSON where the question has a form. */
        public String text() {
            return value.kind() == JsonKind.STRING ? value.asString() : value.json();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onGiven(this);
        }
    }

    /**
     * The person does not want to answer.
     *
     * @param reason for the agent, at most 1 KiB; may be empty
     * @param by the surface where it was said
     */
    record Declined(String reason, String by) implements UserAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onDeclined(this);
        }
    }

    /**
     * Nobody is there who could answer, or be shown what it is about.
     *
     * @param why a sentence
     */
    record Absent(String why) implements UserAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAbsent(this);
        }
    }

    /** Nobody wants to know any more. */
    record Withdrawn(Withdrawal why) implements UserAnswer {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onWithdrawn(this);
        }
    }
}
