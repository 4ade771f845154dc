/**
 * The gateway's decisions, as one single-writer state machine: {@link io.tapgateway.runtime.core.GatewayCore} takes an
 * {@link io.tapgateway.runtime.core.Input} and the present time, and answers with calls to {@link
 * io.tapgateway.runtime.core.kernel.Effects}.
 *
 * <p>No thread, clock, socket, log or randomness in here or below. Layers, each using only those before it: {@code
 * kernel} (time, limits, way out), {@code pattern}, {@code rule}, {@code schema}, {@code state} (memory), {@code
 * connection}, {@code session}, {@code identity}, {@code hook}, {@code stream}, {@code call}, {@code prompt}, {@code
 * provider}, and this package, which knows the order of things. Internal to the runtime; the simulation drives it under
 * a virtual clock.
 */
@NullMarked
package io.tapgateway.runtime.core;

import org.jspecify.annotations.NullMarked;
