package io.tapgateway.telemetry;

import io.tapgateway.runtime.ToolOutcome;
import java.util.Locale;

/** What outcomes are called in meters and spans. Stateless. */
final class Outcomes {
    private Outcomes() {}

    /** How a call ended, as one of a few words. */
    static String label(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Failure failure
                ? failure.code().name().toLowerCase(Locale.ROOT)
                : "ok";
    }
}
