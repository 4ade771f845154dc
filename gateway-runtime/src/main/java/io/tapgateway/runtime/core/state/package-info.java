/**
 * The core's memory: connections, registrations, sessions, calls, slots. Plain confined data that keeps its own
 * invariants and decides nothing.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.state;

import org.jspecify.annotations.NullMarked;
