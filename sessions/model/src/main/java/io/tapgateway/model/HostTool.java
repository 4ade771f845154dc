package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonValue;

/**
 * A tool of the host's own: no provider has a part in it but by its rules and gates, which are asked before each use
 * (D-167).
 */
public interface HostTool {
    /** What the model is told of it. Always the same; the name is kept from providers (D-119). */
    ModelTool definition();

    /**
     * Does it, on the agent's thread.
     *
     * @param args an object, as permitted
     * @return for the model
     * @throws InterruptedException if the turn was stopped, which interrupts the thread
     */
    String run(JsonValue args) throws InterruptedException;
}
