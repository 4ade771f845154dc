package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where the agent of a session lives, so that what its other parts ask finds this session (G-001). Immutable.
 *
 * @param process the number of a process that the agent has started on the gateway's machine, 1 or more; those above it
 *     are the agent's
 * @param conversations under which names the agent's other parts know its conversation; at most {@link
 *     #MAX_CONVERSATIONS}, each of 1 to {@link #MAX_CONVERSATION_CHARACTERS}
 * @param variables of the agent's environment, those that programs for its session are configured with (M-061); at most
 *     {@link #MAX_VARIABLES}, each of at most {@link #MAX_VARIABLE_CHARACTERS}
 */
@MayChange
public record AgentWindow(long process, Set<String> conversations, Map<String, Secret> variables) {
    /** How many names a conversation may bring along. */
    public static final int MAX_CONVERSATIONS = 8;

    /** How long one of them may be. */
    public static final int MAX_CONVERSATION_CHARACTERS = 256;

    /** How many variables a window may bring along. */
    public static final int MAX_VARIABLES = 64;

    /** How long the value of one of them may be. */
    public static final int MAX_VARIABLE_CHARACTERS = 32_768;

    /** A window without variables. */
    public AgentWindow(long process, Set<String> conversations) {
        this(process, conversations, Map.of());
    }

    /** @throws IllegalArgumentException if a number, a name or a value is out of bounds; it does not say the value */
    public AgentWindow {
        conversations = Set.copyOf(conversations);
        variables = Map.copyOf(variables);
        if (variables.size() > MAX_VARIABLES) {
            throw new IllegalArgumentException("a window has at most " + MAX_VARIABLES + " variables");
        }
        if (variables.values().stream().anyMatch(it -> it.reveal().length() > MAX_VARIABLE_CHARACTERS)) {
            throw new IllegalArgumentException(
                    "the value of a variable has at most " + MAX_VARIABLE_CHARACTERS + " characters");
        }
        if (process < 1) {
            throw new IllegalArgumentException("a process has a number of 1 or more, not " + process);
        }
        if (conversations.size() > MAX_CONVERSATIONS) {
            throw new IllegalArgumentException("a window has at most " + MAX_CONVERSATIONS + " names");
        }
        if (!conversations.stream().allMatch(AgentWindow::isName)) {
            throw new IllegalArgumentException(
                    "the name of a conversation has 1 to " + MAX_CONVERSATION_CHARACTERS + " characters");
        }
    }

    private static boolean isName(String conversation) {
        return !conversation.isEmpty() && conversation.length() <= MAX_CONVERSATION_CHARACTERS;
    }

    /** The same with one more name for the conversation, unless that is none, or there are enough of them. */
    public AgentWindow knownAs(String conversation) {
        if (!isName(conversation) || conversations.size() >= MAX_CONVERSATIONS) {
            return this;
        }
        Set<String> names = new HashSet<>(conversations);
        names.add(conversation);
        return new AgentWindow(process, names, variables);
    }
}
