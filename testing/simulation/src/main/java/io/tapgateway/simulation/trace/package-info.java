/**
 * What happened in a simulated gateway, as seen from outside.
 *
 * <p>Every step of the core has one {@link io.tapgateway.simulation.trace.Cause} and any number of {@link
 * io.tapgateway.simulation.trace.Consequence}s, in order, and leaves a {@link io.tapgateway.simulation.trace.Snapshot}
 * of what administration can see. The {@link io.tapgateway.simulation.trace.ReferenceModel} makes of them what must be
 * true of connections, bindings and calls by the specification alone: a second opinion that shares no code with the
 * core. Confined to the thread of its simulation.
 */
@NullMarked
package io.tapgateway.simulation.trace;

import org.jspecify.annotations.NullMarked;
