/**
 * {@code run}: a gateway in the foreground, and the prompt at which a person plays the agent.
 *
 * <p>{@link io.tapgateway.app.cli.run.RunCommand} starts the gateway and hands {@code PromptVerbs} to the prompt of
 * {@code app.terminal}: lines are commands of {@code PromptTable}, which has those of the command line and, from here,
 * those that need the gateway in this process, or lines that begin with a slash ({@code SlashCommands}). Commands run
 * on the main thread; Ctrl-C comes on another one, to {@code PromptForeground}.
 */
@NullMarked
package io.tapgateway.app.cli.run;

import org.jspecify.annotations.NullMarked;
