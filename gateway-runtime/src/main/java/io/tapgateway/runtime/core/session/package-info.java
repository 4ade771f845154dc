/**
 * Sessions: visibility, lifecycle, the host's feed, shutdown.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.session;

import org.jspecify.annotations.NullMarked;
