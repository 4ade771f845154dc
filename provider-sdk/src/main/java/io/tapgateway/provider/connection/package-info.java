/**
 * Where transports plug in: {@link io.tapgateway.provider.connection.ProviderSession} speaks the protocol, a transport
 * carries it.
 *
 * <p>A provider may be in several sessions, with a {@code ProviderSession} for each.
 *
 * <p>A transport connects, hands a {@link io.tapgateway.provider.connection.ProviderChannel} to the session, and
 * reports what arrives to the {@link io.tapgateway.provider.connection.ProviderConnection} it gets in return. The
 * session decides what to answer on the transport's thread; handlers, listeners and callbacks run on the executor the
 * transport supplied.
 */
@NullMarked
package io.tapgateway.provider.connection;

import org.jspecify.annotations.NullMarked;
