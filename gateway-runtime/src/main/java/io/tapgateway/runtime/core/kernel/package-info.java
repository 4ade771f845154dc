/**
 * What every part of the core stands on: time, timers, ids, limits, rates and the way out. No protocol in here.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.kernel;

import org.jspecify.annotations.NullMarked;
