package io.tapgateway.link;

import io.tapgateway.protocol.json.JsonValue;
import java.util.function.Function;

/** What came of a request to a gateway in another process. Immutable. */
sealed interface Reply {
    /** The gateway's answer. */
    record Answered(JsonValue answer) implements Reply {}

    /** The gateway says no. */
    record Refused(String reason) implements Reply {}

    /** The request was too large to be sent. */
    record TooLarge() implements Reply {}

    /** The gateway is gone, or does not answer. */
    record Lost() implements Reply {}

    /** The answer, if there is one that can be understood. */
    default <T> T read(Function<JsonValue, T> reader, T otherwise) {
        if (this instanceof Answered answered) {
            try {
                return reader.apply(answered.answer());
            } catch (IllegalArgumentException notUnderstood) {
                return otherwise;
            }
        }
        return otherwise;
    }
}
