/**
 * The agent-coworker WebSocket protocol, version 3.0, as a pure value: text, time and events of turns in, effects out.
 *
 * <pre>
 * client ─▶ ClientReader ─▶ CoworkerSession ─▶ Effect ─▶ AgentConnection
 * client ◀─ EventWriter ◀─ TurnWire, QuestionDesk ◀─ CoworkerSession ◀─ TurnEvent, OpenQuestion
 * </pre>
 *
 * <p>{@link io.tapgateway.agentserver.coworker.ClientMessageType} is the table of what clients may say, {@link
 * io.tapgateway.agentserver.coworker.EventWriter} of what they are told. Nothing here has a thread, a clock, a socket
 * or randomness.
 */
@NullMarked
package io.tapgateway.agentserver.coworker;

import org.jspecify.annotations.NullMarked;
