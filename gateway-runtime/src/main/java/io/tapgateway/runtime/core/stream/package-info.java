/**
 * Pushed events: rates and budgets, streams and their history, injection.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.stream;

import org.jspecify.annotations.NullMarked;
