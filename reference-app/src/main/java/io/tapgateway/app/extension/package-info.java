/**
 * Extensions of zot: which ones there are, and those that run in a session.
 *
 * <p>Tour: {@link io.tapgateway.app.extension.ExtensionScan} finds directories and says what becomes of each, {@link
 * io.tapgateway.app.extension.SessionExtensions} keeps those running that are started.
 */
@NullMarked
package io.tapgateway.app.extension;

import org.jspecify.annotations.NullMarked;
