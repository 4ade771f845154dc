package io.tapgateway.runtime.view;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Optional;

/**
 * Whether a call has succeeded, and the beginning of why not: nothing of what was said in it, so that it can be kept
 * and shown. Immutable.
 *
 * @param ok as {@link ToolOutcome#ok()}
 * @param errorCode empty unless the gateway or the provider has given one
 * @param error for people; empty without a code
 */
public record OutcomeSummary(boolean ok, Optional<ToolErrorCode> errorCode, Optional<String> error) {
    /** How much of an error is kept, in characters; a provider's may be as long as a result. */
    static final int MOST_OF_ERROR = 1_024;

    /** That of an outcome. */
    public static OutcomeSummary of(ToolOutcome outcome) {
        return new OutcomeSummary(
                outcome.ok(),
                outcome.failure().map(ToolOutcome.Failure::code),
                outcome.failure().map(ToolOutcome.Failure::error).map(OutcomeSummary::beginning));
    }

    private static String beginning(String error) {
        return error.length() <= MOST_OF_ERROR ? error : Characters.beginning(error, MOST_OF_ERROR) + "…";
    }

    /** As members of an object. */
    public void write(JsonWriter out) {
        out.flag("ok", ok);
        errorCode.ifPresent(code -> out.text("errorCode", code.name()));
        out.text("error", error);
    }
}
