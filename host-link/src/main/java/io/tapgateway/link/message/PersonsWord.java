package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.Scope;

/** What somebody says to a question at a surface. All are immutable. */
public sealed interface PersonsWord {
    /**
     * Says it there.
     *
     * @return false if that is no answer to the question, or it is not open there
     */
    boolean say(Attachment seat, OpenQuestion question);

    /** Lets {@code visitor} handle the word. */
    <R> R accept(Visitor<R> visitor);

    /** One method for each. */
    interface Visitor<R> {
        R onApprove(Approve word);

        R onPermit(Permit word);

        R onDeny(Deny word);

        R onAnswer(Answer word);
    }

    /** Yes, once. */
    record Approve() implements PersonsWord {
        @Override
        public boolean say(Attachment seat, OpenQuestion question) {
            return seat.approve(question.id());
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onApprove(this);
        }
    }

    /**
     * Yes, for the rest of the session.
     *
     * @param scope the words of one that the question has, so that nobody permits another one than was read
     */
    record Permit(String scope) implements PersonsWord {
        /** The same by the scope itself. */
        public Permit(Scope scope) {
            this(scope.text());
        }

        @Override
        public boolean say(Attachment seat, OpenQuestion question) {
            return question.request().scopes().stream()
                    .filter(it -> it.text().equals(scope))
                    .findFirst()
                    .filter(it -> seat.approve(question.id(), it))
                    .isPresent();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPermit(this);
        }
    }

    /** No, or that there will be no answer. */
    record Deny(String reason) implements PersonsWord {
        @Override
        public boolean say(Attachment seat, OpenQuestion question) {
            return seat.deny(question.id(), reason);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onDeny(this);
        }
    }

    /** An answer to what somebody wants to know. */
    record Answer(JsonValue value) implements PersonsWord {
        @Override
        public boolean say(Attachment seat, OpenQuestion question) {
            return seat.answer(question.id(), value);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAnswer(this);
        }
    }
}
