package io.tapgateway.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The newest of an agent's former turns, whole ones only, up to a number of characters. Confined to the agent's thread.
 */
final class Memory {
    private final int maxChars;
    private final Deque<List<ModelMessage>> turns = new ArrayDeque<>(0);
    private int chars;

    Memory(int maxChars) {
        this.maxChars = maxChars;
    }

    /** Remembers a turn, and forgets the oldest ones where there is no more room. */
    void add(List<ModelMessage> turn) {
        turns.addLast(turn);
        chars += length(turn);
        while (chars > maxChars) {
            chars -= length(turns.removeFirst());
        }
    }

    /** All of it, oldest first. */
    List<ModelMessage> messages() {
        List<ModelMessage> all = new ArrayList<>();
        turns.forEach(all::addAll);
        return all;
    }

    private static int length(List<ModelMessage> turn) {
        return turn.stream().mapToInt(ModelMessage::length).sum();
    }
}
