/**
 * Session hosts in other processes: the link between them and the gateway, both ends of it.
 *
 * <p>At the gateway a {@link io.tapgateway.transport.ws.host.HostPort} takes connections at {@code /host}. Each goes through a
 * {@code GatewayGreeting}, and behind it is a {@code HostLink} with the sessions of one host. In a host,
 * {@link io.tapgateway.transport.ws.host.GatewayConnector} finds or starts a gateway and gives a
 * {@link io.tapgateway.transport.ws.host.HostGateway}, whose sessions are {@code RemoteSession}s. Between the two, a
 * {@code LinkEnd} on each side says the messages of the {@code message} package once and in order, over as many connections as
 * it takes.
 *
 * <p>Input runs on the connection's I/O thread and never waits; a host's own code runs on threads of its own.
 */
@NullMarked
package io.tapgateway.transport.ws.host;

import org.jspecify.annotations.NullMarked;
