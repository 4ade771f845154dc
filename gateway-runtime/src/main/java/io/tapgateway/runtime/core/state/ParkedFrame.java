package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;

/**
 * A frame that waits for the outcome of a {@code hello} (D-094). Immutable.
 *
 * @param bytes its length
 */
public record ParkedFrame(Connection connection, Decoded<ProviderMessage> content, int bytes) {}
