/**
 * Calls from the host's wish to exactly one outcome: routing, slots and queues, timeouts, cancellation, results.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.call;

import org.jspecify.annotations.NullMarked;
