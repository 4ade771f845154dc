/**
 * Write a provider once and run it over any transport.
 *
 * <p>{@link io.tapgateway.provider.Provider#named} begins its description: tools, rules, transforms, context, and what
 * it wants to be told. A transport attaches the description to a gateway and gives back a
 * {@link io.tapgateway.provider.BoundProvider}, through which the author pushes, updates and queries. What
 * {@code provider.hook} and {@code provider.schema} add is used in descriptions; {@code provider.connection} is for
 * those who write transports.
 *
 * <p>Descriptions are immutable. Handlers, listeners and the completion of stages run on the provider's executor, which
 * the transport supplies: calls side by side, notices one after the other.
 */
@NullMarked
package io.tapgateway.provider;

import org.jspecify.annotations.NullMarked;
