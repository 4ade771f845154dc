package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * What a query comes to. Immutable.
 *
 * @param data as it was told; null where nothing was
 * @param error why there is none
 */
public record ObservabilityResult(JsonValue data, Optional<String> error) {
    /** What was told. */
    public static ObservabilityResult of(JsonValue data) {
        return new ObservabilityResult(data, Optional.empty());
    }

    /** Nothing was told, for that reason. */
    public static ObservabilityResult failed(String why) {
        return new ObservabilityResult(JsonValue.NULL, Optional.of(why));
    }
}
