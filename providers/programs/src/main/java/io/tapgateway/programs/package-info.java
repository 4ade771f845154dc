/**
 * Programs that are started on behalf of a session and end with it: how their command lines are read, what they find in
 * their environment, how they are held, where what they print is kept, and the thread on which whoever started them
 * looks after them.
 *
 * <p>{@link io.tapgateway.programs.CommandReader} understands a command that somebody wrote as JSON: a list that no
 * shell reads, in a directory of the workspace. {@link io.tapgateway.programs.GuardedProcess} runs it so that nothing
 * of it outlives the gateway (D-228, T-34).
 */
@NullMarked
package io.tapgateway.programs;

import org.jspecify.annotations.NullMarked;
