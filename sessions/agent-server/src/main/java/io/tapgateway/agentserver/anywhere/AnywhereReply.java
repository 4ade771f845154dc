package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What a request is answered with. Immutable.
 *
 * @param body JSON
 * @param allow the methods that there are, where the one of the request is none of them
 * @param retryAfterSeconds when the same request may be taken
 * @param accepted the id of a run that begins once this has been written
 */
@MayChange
public record AnywhereReply(
        int status, String body, Optional<String> allow, OptionalLong retryAfterSeconds, Optional<String> accepted) {
    /** Done, with what came of it. */
    static AnywhereReply of(Consumer<JsonWriter> members) {
        return with(200, members);
    }

    static AnywhereReply of(JsonValue value) {
        return new AnywhereReply(200, value.json(), Optional.empty(), OptionalLong.empty(), Optional.empty());
    }

    static AnywhereReply with(int status, Consumer<JsonWriter> members) {
        return new AnywhereReply(
                status, JsonWriter.toText(members), Optional.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** Taken; the run begins once the client knows. */
    static AnywhereReply accepted(String run, Consumer<JsonWriter> members) {
        return new AnywhereReply(
                202, JsonWriter.toText(members), Optional.empty(), OptionalLong.empty(), Optional.of(run));
    }

    /** Not done, and why: a sentence. */
    public static AnywhereReply error(int status, String why) {
        return with(status, out -> out.text("error", why));
    }

    /** Not in that way. */
    public static AnywhereReply notAllowed(String methods) {
        return new AnywhereReply(
                405,
                JsonWriter.toText(out -> out.text("error", "only " + methods)),
                Optional.of(methods),
                OptionalLong.empty(),
                Optional.empty());
    }

    static AnywhereReply tooMany(String why, long retryAfterSeconds) {
        return new AnywhereReply(
                429,
                JsonWriter.toText(out -> out.text("error", why)),
                Optional.empty(),
                OptionalLong.of(retryAfterSeconds),
                Optional.empty());
    }
}
