/**
 * Clients of agent-coworker and of Copilot Anywhere: {@link io.tapgateway.app.cowork.CoworkPort} and {@link
 * io.tapgateway.app.cowork.AnywherePort} have the sockets, {@link io.tapgateway.app.cowork.Access} says who may
 * connect, and {@link io.tapgateway.app.cowork.LentSessions} opens sessions of the app's gateway for {@code
 * agent-server}, each with a workspace.
 */
@NullMarked
package io.tapgateway.app.cowork;

import org.jspecify.annotations.NullMarked;
