package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.Locale;
import java.util.Optional;

/**
 * What a person has done about what a server wants (M-068). Immutable.
 *
 * @param content of the form; only of one that was accepted
 */
public record ElicitationAnswer(Action action, Optional<JsonValue> content) {
    /** The person does not want it, or nobody is there. */
    public static final ElicitationAnswer DECLINED = new ElicitationAnswer(Action.DECLINE, Optional.empty());

    /** It was put away without an answer. */
    public static final ElicitationAnswer CANCELLED = new ElicitationAnswer(Action.CANCEL, Optional.empty());

    /** A yes that needs no words. */
    public static final ElicitationAnswer ACCEPTED = new ElicitationAnswer(Action.ACCEPT, Optional.empty());

    /** What a person does. */
    public enum Action {
        /** Yes. */
        ACCEPT,
        /** No. */
        DECLINE,
        /** Neither. */
        CANCEL
    }

    /** A form that was filled in. */
    public static ElicitationAnswer of(JsonValue content) {
        return new ElicitationAnswer(Action.ACCEPT, Optional.of(content));
    }

    JsonValue result() {
        return JsonWriter.toValue(out ->
                out.text("action", action.name().toLowerCase(Locale.ROOT)).value("content", content));
    }
}
