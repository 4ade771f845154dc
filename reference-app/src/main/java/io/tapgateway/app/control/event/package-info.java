/**
 * Those who listen: what happens in the gateway, told to programs and pages as it happens.
 *
 * <p>{@link io.tapgateway.app.control.event.EventHub} makes each
 * {@link io.tapgateway.app.control.event.ServerSentEvent} once, by {@link io.tapgateway.app.control.event.EventJson},
 * and feeds it to every {@code EventClient} of {@code app.feed} that {@link io.tapgateway.app.control.event.EventFeed}
 * has let in. As long as a page listens, a person may sit in front of it:
 * {@link io.tapgateway.app.control.event.ConsoleSeats} knows who may say yes there. All of it is thread-safe; events
 * are written by the port's pool.
 */
@NullMarked
package io.tapgateway.app.control.event;

import org.jspecify.annotations.NullMarked;
