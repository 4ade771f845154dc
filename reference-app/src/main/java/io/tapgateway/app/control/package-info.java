/**
 * The control port: how the owner's programs drive the sessions of this gateway.
 *
 * <p>{@link io.tapgateway.app.control.ControlPort} listens. A request passes {@code ControlGuard} (Host, Origin, owner
 * token), is read into an {@code ApiRequest}, and {@code Routes} finds the one action for it; an action answers with an
 * {@code ApiReply}, now or later, and no thread waits for it meanwhile. What actions and events look like as JSON
 * stands in {@code ApiJson} and {@code EventJson}. {@code EventHub} feeds every listening {@code
 * EventClient} of {@code app.feed}.
 *
 * <p>Actions run on the port's request threads and must not block; late replies and events are written by one pool of
 * the port's own.
 */
@NullMarked
package io.tapgateway.app.control;

import org.jspecify.annotations.NullMarked;
