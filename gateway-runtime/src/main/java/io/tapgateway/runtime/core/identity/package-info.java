/**
 * Who is calling: tokens, failed attempts, provider ids and reconnect tickets.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.identity;

import org.jspecify.annotations.NullMarked;
