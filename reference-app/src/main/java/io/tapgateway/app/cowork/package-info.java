/**
 * Clients of agent-coworker: {@link io.tapgateway.app.cowork.CoworkPort} has the socket, {@link
 * io.tapgateway.app.cowork.LentSessions} opens sessions of the app's gateway for {@code agent-server}, each with a
 * workspace.
 */
@NullMarked
package io.tapgateway.app.cowork;

import org.jspecify.annotations.NullMarked;
