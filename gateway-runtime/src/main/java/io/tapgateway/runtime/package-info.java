/**
 * The gateway as an embedder sees it.
 *
 * <p>{@link io.tapgateway.runtime.Gateway} is built once; each agent conversation is a {@link
 * io.tapgateway.runtime.GatewaySession}, whose host is called back through {@link io.tapgateway.runtime.SessionHost}.
 * Behind it, {@code runtime.core} decides everything the protocol promises as a pure state machine, and {@code
 * runtime.loop} feeds it, one input at a time, and carries its effects out. {@code runtime.transport} is where
 * transports plug in.
 *
 * <p>Everything here is thread-safe. Callbacks run on the executor given to the builder, serially per session, never
 * while the gateway holds a lock (D-230).
 */
@NullMarked
package io.tapgateway.runtime;

import org.jspecify.annotations.NullMarked;
