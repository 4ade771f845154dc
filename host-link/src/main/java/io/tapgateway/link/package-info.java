/**
 * Session hosts in other processes: the link between them and the gateway, both ends of it.
 *
 * <p>At the gateway a {@link io.tapgateway.link.HostPort} takes connections at {@code /host}. Each goes through a
 * {@code GatewayGreeting}, and behind it is a {@code HostLink} with the sessions of one host. In a host, {@link
 * io.tapgateway.link.GatewayConnector} finds or starts a gateway and gives a {@link io.tapgateway.link.HostGateway},
 * whose sessions are {@code RemoteSession}s. Between the two, a {@code LinkEnd} on each side says the messages of the
 * {@code message} package once and in order, over as many connections as it takes.
 *
 * <p>Input runs on the connection's I/O thread and never waits; a host's own code runs on threads of its own.
 */
@NullMarked
package io.tapgateway.link;

import org.jspecify.annotations.NullMarked;
