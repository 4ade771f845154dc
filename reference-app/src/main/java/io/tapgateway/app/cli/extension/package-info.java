/**
 * {@code ext}: the extensions of zot of this user, and of sessions.
 *
 * <p>{@link io.tapgateway.app.cli.extension.ExtensionOption} is what {@code run} and these commands know of where
 * extensions are; {@code ExtensionConsent} asks the person about one that is new. Most of the commands change files of
 * the home and need no gateway. At the prompt there are fewer of them, and two more, which {@code cli.run} has.
 * Everything runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.extension;

import org.jspecify.annotations.NullMarked;
