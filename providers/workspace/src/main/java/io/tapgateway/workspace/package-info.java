/**
 * A workspace: some directories whose files an agent may read and change, and in which it may run commands, as a
 * provider in the gateway's own process.
 *
 * <p>{@link io.tapgateway.workspace.Workspace} attaches that provider to a session. Its tools take paths, which {@code
 * files} opens, component by component, so that nothing outside of the directories is reached; what is in a file, and
 * what may be said of a command, is decided in {@code model}, without a file or a process. Commands are started by
 * {@code io.tapgateway.programs}. Nobody is asked here: what a person has to decide is said to the gateway, by a gate.
 *
 * <p>Tools run on the threads of the provider, commands are looked after on one thread for each session.
 */
@NullMarked
package io.tapgateway.workspace;

import org.jspecify.annotations.NullMarked;
