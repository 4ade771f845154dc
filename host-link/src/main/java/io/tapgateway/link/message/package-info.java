/**
 * What a gateway and a host in another process say to each other once the link between them stands.
 *
 * <p>{@link io.tapgateway.link.message.HostMessage} is one direction, {@link io.tapgateway.link.message.GatewayNotice}
 * the other. Both are records of the runtime's own values; {@code HostMessageJson} and {@code GatewayNoticeJson} turn
 * them into JSON and back. Immutable values and pure functions.
 */
@NullMarked
package io.tapgateway.link.message;

import org.jspecify.annotations.NullMarked;
