/**
 * Programs that are started on behalf of a session and end with it: how their command lines are read, what they find in
 * their environment, how they are held, and the thread on which whoever started them looks after them.
 *
 * <p>{@link io.tapgateway.emitters.program.CommandReader} understands a command that somebody wrote as JSON: a list
 * that no shell reads, in a directory of the workspace. {@link io.tapgateway.emitters.program.GuardedProcess} runs it
 * so that nothing of it outlives the gateway (D-228, T-34).
 */
@NullMarked
package io.tapgateway.emitters.program;

import org.jspecify.annotations.NullMarked;
