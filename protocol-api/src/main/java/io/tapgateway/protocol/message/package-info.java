/**
 * The 29 messages of Provider Interface v2, one record each: 16 that a provider sends
 * ({@link io.tapgateway.protocol.message.ProviderMessage}) and 13 that a gateway sends
 * ({@link io.tapgateway.protocol.message.GatewayMessage}).
 *
 * <p>Messages are immutable and valid by construction. {@link io.tapgateway.protocol.message.MessageType} is the only
 * table between wire names and records; a visitor nested in each family is the only way to take a message apart.
 * Optional fields are {@link java.util.Optional}; on the wire {@code null} means absent, except where clearing is meant
 * and documented.
 */
@NullMarked
package io.tapgateway.protocol.message;

import org.jspecify.annotations.NullMarked;
