/**
 * Where transports plug in: a transport opens a {@link io.tapgateway.runtime.transport.Link} for each peer at the
 * {@link io.tapgateway.runtime.transport.ProviderPort}, hands in what arrives, and carries out what the gateway asks of
 * its {@link io.tapgateway.runtime.transport.Outlet}.
 *
 * <p>Transports share the {@link io.tapgateway.protocol.transport.Outbox}, so that a slow peer costs the same memory
 * and meets the same end whichever way it is connected.
 */
@NullMarked
package io.tapgateway.runtime.transport;

import org.jspecify.annotations.NullMarked;
