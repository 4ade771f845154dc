/**
 * The hooks of agents: before an agent uses a tool of its own, takes a prompt or ends its turn, it runs a command, and
 * that command asks here.
 *
 * <p>{@link io.tapgateway.agents.HookAgent} reads what the agent says into a {@link io.tapgateway.agents.HookEvent};
 * {@link io.tapgateway.agents.WindowHooks} asks the session of the agent's window; the {@link
 * io.tapgateway.agents.HookAnswer} is written as that agent expects it. Reading and writing are pure. Nothing here has
 * a thread: answers come on the gateway's executor, or on the clock's thread where a turn waits a moment for prompts.
 */
@NullMarked
package io.tapgateway.agents;

import org.jspecify.annotations.NullMarked;
