/**
 * Where transports plug in: a transport opens a {@link io.tapgateway.runtime.transport.Link} for each peer at the
 * {@link io.tapgateway.runtime.transport.ProviderPort}, hands in what arrives, and carries out what the gateway asks of
 * its {@link io.tapgateway.runtime.transport.Outlet}.
 */
@NullMarked
package io.tapgateway.runtime.transport;

import org.jspecify.annotations.NullMarked;
