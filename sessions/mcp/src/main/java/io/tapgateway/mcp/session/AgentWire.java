package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.OpenRequest;

/**
 * How messages get to an agent. Called by one thread at a time, in the order in which messages are to arrive;
 * implementations neither block nor call back.
 */
interface AgentWire {
    /** Whether an answer to a request would get to the agent now, as far as one can know. */
    boolean isHeard(OpenRequest request);

    /** The answer to a request, which is the last that is said about it. */
    void answer(OpenRequest request, String text);

    /** A report on a request. */
    void report(OpenRequest request, String text);

    /**
     * Something that the agent is asked while it waits for a request.
     *
     * @return false if there is no way to it on which it would not miss that
     */
    boolean ask(OpenRequest request, String text);

    /** News that the agent must not miss. */
    void announce(String text);

    /** A line for the agent's log. */
    void log(String text);
}
