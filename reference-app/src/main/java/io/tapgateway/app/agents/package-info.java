/**
 * The windows of agents whose hooks ask: which session is meant, and the session of an agent that has no other way in.
 *
 * <p>{@link io.tapgateway.app.agents.AgentWindows} finds the session by the agent's name for its conversation or by its
 * processes, of which {@link io.tapgateway.app.agents.Ancestry} knows; what is asked is answered by {@code
 * session-agents}. {@link io.tapgateway.app.agents.HookKeys} is what lets hooks in, and lets them know the gateway,
 * {@link io.tapgateway.app.agents.AgentTokens} what lets agents in that come over HTTP.
 */
@NullMarked
package io.tapgateway.app.agents;

import org.jspecify.annotations.NullMarked;
