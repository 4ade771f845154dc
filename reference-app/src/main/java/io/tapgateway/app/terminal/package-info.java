/**
 * The prompt on which a person plays the agent of a session.
 *
 * <p>{@link io.tapgateway.app.terminal.AgentPrompt} reads lines from the terminal; an {@code Agent} understands them, drives the
 * session and says what came of it. News of the session appears above the line that is being typed. Lines are read on the
 * main thread; news comes on the gateway's executor.
 */
@NullMarked
package io.tapgateway.app.terminal;

import org.jspecify.annotations.NullMarked;
