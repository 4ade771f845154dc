/**
 * Providers from {@code hello} to goodbye: admission checks, binding, rebinding, updates.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.provider;

import org.jspecify.annotations.NullMarked;
