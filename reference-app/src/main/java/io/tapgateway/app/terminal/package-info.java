/**
 * The prompt on which a person plays the agent of a session.
 *
 * <p>{@link io.tapgateway.app.terminal.Prompt} reads lines from the terminal and splits them into words; {@link
 * io.tapgateway.app.terminal.PromptCommands} does what they say. {@link io.tapgateway.app.terminal.News} of the
 * sessions appears above the line that is being typed. Lines are read on the main thread, which waits until each is
 * done; news comes on the gateway's executor, and Ctrl-C on a thread of its own.
 */
@NullMarked
package io.tapgateway.app.terminal;

import org.jspecify.annotations.NullMarked;
