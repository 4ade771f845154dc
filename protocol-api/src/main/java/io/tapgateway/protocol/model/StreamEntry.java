package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * One stored event. Immutable.
 *
 * @param ts when the gateway received it, UTC, ISO-8601 with milliseconds (D-201)
 * @param level the level that was delivered, after filters; {@link PushLevel#KEEP} if the gateway does not say
 *     (A/stream.history)
 * @param metadata as pushed
 */
public record StreamEntry(String ts, String event, PushLevel level, Optional<JsonValue> metadata) {}
