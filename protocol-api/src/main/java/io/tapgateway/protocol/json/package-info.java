/**
 * JSON values as the protocol carries them: checked once, kept as they came, looked into only on demand.
 *
 * <p>{@link io.tapgateway.protocol.json.JsonValue} is the payload type of every message. Everything here is immutable
 * or confined to one call; nothing does I/O.
 */
@NullMarked
package io.tapgateway.protocol.json;

import org.jspecify.annotations.NullMarked;
