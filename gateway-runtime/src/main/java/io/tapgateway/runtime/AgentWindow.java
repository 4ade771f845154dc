package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.Set;

/**
 * Where the agent of a session lives, so that what its other parts ask finds this session (G-001). Immutable.
 *
 * @param process the number of a process that the agent has started on the gateway's machine, 1 or more; those above it
 *     are the agent's
 * @param conversations under which names the agent's other parts know its conversation; at most {@link
 *     #MAX_CONVERSATIONS}, each of 1 to {@link #MAX_CONVERSATION_CHARACTERS}
 */
@MayChange
public record AgentWindow(long process, Set<String> conversations) {
    /** How many names a conversation may bring along. */
    public static final int MAX_CONVERSATIONS = 8;

    /** How long one of them may be. */
    public static final int MAX_CONVERSATION_CHARACTERS = 256;

    /** @throws IllegalArgumentException if a number or a name is out of bounds */
    public AgentWindow {
        conversations = Set.copyOf(conversations);
        if (process < 1) {
            throw new IllegalArgumentException("a process has a number of 1 or more, not " + process);
        }
        if (conversations.size() > MAX_CONVERSATIONS) {
            throw new IllegalArgumentException("a window has at most " + MAX_CONVERSATIONS + " names");
        }
        if (conversations.stream().anyMatch(it -> it.isEmpty() || it.length() > MAX_CONVERSATION_CHARACTERS)) {
            throw new IllegalArgumentException(
                    "the name of a conversation has 1 to " + MAX_CONVERSATION_CHARACTERS + " characters");
        }
    }
}
