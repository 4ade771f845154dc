/**
 * A gateway in a process of its own, which outlives whoever started it (D-225).
 *
 * <p>{@link io.tapgateway.app.detached.DetachedGateway} finds the one that runs in a home, or starts it: one starter at
 * a time, so that however many begin at once, one gateway comes of it. Everything runs on the thread that calls, and
 * waits. {@link io.tapgateway.app.detached.LastingGateway} is it for a host in this process, and then the next one.
 */
@NullMarked
package io.tapgateway.app.detached;

import org.jspecify.annotations.NullMarked;
