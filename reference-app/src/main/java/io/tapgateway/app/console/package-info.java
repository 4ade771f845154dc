/**
 * What the web console needs on this side of the wire: its files, and the door that browsers of the owner come in by.
 *
 * <p>{@link io.tapgateway.app.console.ConsoleFiles} has the page, its styles and its modules. {@link
 * io.tapgateway.app.console.ConsoleOrigin} is where browsers find them, another place with every start, and {@link
 * io.tapgateway.app.console.SignIn} turns a link that the owner opens into a cookie and a pass; it knows nothing of
 * HTTP. All are used by the request threads of the control port.
 */
@NullMarked
package io.tapgateway.app.console;

import org.jspecify.annotations.NullMarked;
