package io.tapgateway.agents;

import java.util.List;

/**
 * What becomes of an event of a hook. Immutable.
 *
 * @param answer for the agent
 * @param lines for its user, where the agent has a place for them (G-032); oldest first
 */
public record HookReply(HookAnswer answer, List<String> lines) {
    /** Nothing to say. */
    public static final HookReply SILENCE = new HookReply(new HookAnswer.Silence(), List.of());

    public HookReply {
        lines = List.copyOf(lines);
    }
}
