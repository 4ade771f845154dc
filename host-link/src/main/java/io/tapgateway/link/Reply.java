package io.tapgateway.link;

import io.tapgateway.protocol.json.JsonValue;
import java.util.function.Function;

/** What comes of a request to a gateway in another process. Immutable. */
sealed interface Reply {
    /** Nobody has answered, and nobody will. */
    Reply LOST = new Unanswered(Problem.LOST, "the gateway does not answer");

    /** The request is too large to be sent. */
    Reply TOO_LARGE = new Unanswered(Problem.TOO_LARGE, "the request is too large to be sent to the gateway");

    /** Why there is no answer. */
    enum Problem {
        /** The gateway refuses. */
        REFUSED,
        /** The request is too large to be sent. */
        TOO_LARGE,
        /** The gateway is gone, or does not answer, or says what cannot be understood. */
        LOST
    }

    /** The gateway refuses, for a reason that is a sentence for people. */
    static Reply refused(String reason) {
        return new Unanswered(Problem.REFUSED, reason);
    }

    /** What {@code reader} makes of the answer, or {@code otherwise} of the lack of one. */
    <T> T read(Function<JsonValue, T> reader, Function<Unanswered, T> otherwise);

    /** The gateway's answer. */
    record Answered(JsonValue answer) implements Reply {
        @Override
        public <T> T read(Function<JsonValue, T> reader, Function<Unanswered, T> otherwise) {
            try {
                return reader.apply(answer);
            } catch (IllegalArgumentException notUnderstood) {
                return LOST.read(reader, otherwise);
            }
        }
    }

    /** There is no answer. */
    record Unanswered(Problem problem, String reason) implements Reply {
        @Override
        public <T> T read(Function<JsonValue, T> reader, Function<Unanswered, T> otherwise) {
            return otherwise.apply(this);
        }
    }
}
