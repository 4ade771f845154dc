package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A check of what a service promises: a query, whose last number is held against a threshold (W-066). Immutable.
 *
 * @param said as the client has said it; its fields have been looked at
 */
public record SloCheck(JsonValue said, ObservabilityQuery query) {
    private static final List<String> FIELDS =
            List.of("id", "type", "queryType", "query", "op", "threshold", "windowSec");
    private static final String UNREADABLE = "The result has no number.";

    static SloCheck of(JsonValue said, Instant now) {
        return new SloCheck(said, ObservabilityQuery.ofCheck(said, now));
    }

    /**
     * What has become of a check.
     *
     * @param actual the number; empty if there is none that can be read
     * @param reason why it has failed, if there is no number
     */
    record Verdict(SloCheck check, OptionalDouble actual, boolean passed, Optional<String> reason) {
        void writeTo(JsonWriter out) {
            FIELDS.forEach(field -> out.value(field, check.said().get(field)));
            out.value("actual", actual.isPresent() ? JsonValue.of(actual.getAsDouble()) : JsonValue.NULL)
                    .flag("pass", passed)
                    .text("reason", reason);
        }
    }

    Verdict judge(ObservabilityResult result) {
        if (result.error().isPresent()) {
            return new Verdict(this, OptionalDouble.empty(), false, result.error());
        }
        OptionalDouble actual = LastSample.of(result.data());
        return actual.isEmpty()
                ? new Verdict(this, actual, false, Optional.of(UNREADABLE))
                : new Verdict(this, actual, holds(actual.getAsDouble()), Optional.empty());
    }

    private boolean holds(double actual) {
        double threshold = said.get("threshold").orElseThrow().asDouble();
        return switch (said.get("op").orElseThrow().asString()) {
            case "<" -> actual < threshold;
            case "<=" -> actual <= threshold;
            case ">" -> actual > threshold;
            case ">=" -> actual >= threshold;
            case "==" -> actual == threshold;
            default -> actual != threshold;
        };
    }
}
