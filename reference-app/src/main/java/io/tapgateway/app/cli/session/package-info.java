/**
 * Playing the agent of a session, or looking at what one has: its tools, prompts and turns, and what waits for a yes.
 *
 * <p>Each command asks one endpoint of the session that {@link io.tapgateway.app.cli.command.SessionOption} chooses and
 * prints its answer. {@code ArgumentWords} reads the arguments of a tool as people write them; {@code ResultPart} shows
 * and saves what a call brings. Everything runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.session;

import org.jspecify.annotations.NullMarked;
