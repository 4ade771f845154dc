/**
 * Models at work in a directory, for clients on the other side of a socket.
 *
 * <p>{@link io.tapgateway.agentserver.AgentServer} takes connections that whoever has the sockets hands in. Each gets a
 * session of the gateway, lent by a {@link io.tapgateway.agentserver.SessionLender}, in which a {@link
 * io.tapgateway.model.ThinkingAgent} thinks; a {@code ServedSession} carries what the client says to a {@link
 * io.tapgateway.agentserver.coworker.CoworkerSession} and does what follows from it. {@link
 * io.tapgateway.agentserver.AnywhereServer} does the same for requests over HTTP: an {@code AnywhereFolder} is a folder
 * with its session and agent, and the {@link io.tapgateway.agentserver.anywhere.AnywhereDesk} decides what runs there
 * and what listeners are told. What happens in a session is taken up by one thread at a time, in the order in which it
 * happens.
 */
@NullMarked
package io.tapgateway.agentserver;

import org.jspecify.annotations.NullMarked;
