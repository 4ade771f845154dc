package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.model.MayChange;

/**
 * What somebody wants an agent to do. Immutable.
 *
 * @param id no other one ever has it
 * @param text for the model
 * @param source who wants it, for people
 * @param maxSteps how many steps it has at most, if it has steps
 */
@MayChange
public record Run(String id, String text, String source, Mode mode, int maxSteps) {
    /** The source of what clients say. */
    static final String HTTP = "http";

    /** How the model works. */
    public enum Mode {
        /** It gives one answer. */
        CHAT,
        /** It uses tools, step by step, until it is done. */
        AGENT
    }
}
