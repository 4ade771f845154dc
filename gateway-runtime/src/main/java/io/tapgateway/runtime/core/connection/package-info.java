/**
 * Connections as such: which are open, how their peers are told what was wrong, whether they still live.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.connection;

import org.jspecify.annotations.NullMarked;
