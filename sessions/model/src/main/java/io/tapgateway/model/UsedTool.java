package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * What became of one use of a tool. Immutable.
 *
 * @param text for the model
 * @param output for people; null if there is none
 * @param failure why there is none
 * @param denied whether it was not allowed
 */
record UsedTool(String text, JsonValue output, Optional<String> failure, boolean denied) {
    /** It has worked. */
    static UsedTool done(String text, JsonValue output) {
        return new UsedTool(text, output, Optional.empty(), false);
    }

    /** It has not worked, for the reason that the model is told. */
    static UsedTool failed(String text) {
        return new UsedTool(text, JsonValue.NULL, Optional.of(text), false);
    }

    /** Somebody does not allow it. */
    static UsedTool denied(String text, String reason) {
        return new UsedTool(text, JsonValue.NULL, Optional.of(reason), true);
    }
}
