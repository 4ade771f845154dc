/**
 * The control port: how the owner's programs drive the sessions of this gateway.
 *
 * <p>{@link io.tapgateway.app.control.ControlPort} listens. A request passes {@code ControlGuard} (Host, Origin, owner
 * token), {@code ControlHandler} reads it into an {@code ApiRequest} of {@code control.api}, and {@code Routes} finds
 * the one action for it, in {@code control.action} or {@code control.observer}; an action answers with an
 * {@code ApiReply}, now or later, and no thread waits for it meanwhile. Who asks for events listens by
 * {@code control.event}; an agent that speaks MCP goes through {@code McpDoor}, a browser that wants a page through
 * {@code ConsoleDoor}.
 *
 * <p>Actions run on the port's request threads and must not block; what an agent asks for by MCP is begun by the thread
 * that has read it. Late replies and events are written by one pool of the port's own.
 */
@NullMarked
package io.tapgateway.app.control;

import org.jspecify.annotations.NullMarked;
