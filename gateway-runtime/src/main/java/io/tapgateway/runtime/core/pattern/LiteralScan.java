package io.tapgateway.runtime.core.pattern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Finds out, in one pass over a text, which of up to 64 patterns may match it, by the texts that each of them requires:
 * the automaton of Aho and Corasick. Takes no notice of case, and so may name a pattern too many, but never one too
 * few. Immutable.
 */
public final class LiteralScan {
    /** Most patterns. */
    public static final int MOST_PATTERNS = Long.SIZE;

    private static final int MOST_STATES = 4_096;
    private static final int ASCII = 128;
    private static final int START = 0;

    /** Which column of the table a character has; nought for all that no pattern requires. */
    private final byte[] columns;

    private final int width;
    private final short[] next;
    private final long[] found;
    private final long always;

    private LiteralScan(byte[] columns, int width, short[] next, long[] found, long always) {
        this.columns = columns;
        this.width = width;
        this.next = next;
        this.found = found;
        this.always = always;
    }

    /**
     * Builds the automaton.
     *
     * @param patterns at most {@link #MOST_PATTERNS}; what requires nothing, or is empty, may always match
     */
    public static LiteralScan of(List<Optional<TextPattern>> patterns) {
        Builder builder = new Builder();
        for (int i = 0; i < patterns.size(); i++) {
            Optional<Literals> required = patterns.get(i).flatMap(TextPattern::required);
            if (required.isEmpty() || !builder.add(required.get(), 1L << i)) {
                builder.always |= 1L << i;
            }
        }
        return builder.build();
    }

    /** Whether there is nothing to look for, because all of these patterns may always match. */
    public boolean isPointless(long patterns) {
        return (patterns & ~always) == 0;
    }

    /** The patterns that may match a text, as a set of bits. */
    public long candidates(String text) {
        long bits = always;
        int state = START;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            int column = character < ASCII ? columns[character] : 0;
            state = next[state * width + column];
            bits |= found[state];
        }
        return bits;
    }

    /** The trie under construction. */
    private static final class Builder {
        private static final class Node {
            final Map<Character, Node> children = new HashMap<>();
            final int number;
            long found;
            Node fallback = this;

            Node(int number) {
                this.number = number;
            }
        }

        private final List<Node> nodes = new ArrayList<>(List.of(new Node(START)));
        private long always;

        /** Adds texts; false if they are too many. */
        boolean add(Literals literals, long pattern) {
            int length = literals.texts().stream().mapToInt(String::length).sum();
            if (nodes.size() + length > MOST_STATES) {
                return false;
            }
            for (String text : literals.texts()) {
                Node node = nodes.get(START);
                for (int i = 0; i < text.length(); i++) {
                    node = node.children.computeIfAbsent(lowerCase(text.charAt(i)), key -> newNode());
                }
                node.found |= pattern;
            }
            return true;
        }

        private Node newNode() {
            Node node = new Node(nodes.size());
            nodes.add(node);
            return node;
        }

        private static char lowerCase(char character) {
            return character >= 'A' && character <= 'Z' ? (char) (character + ('a' - 'A')) : character;
        }

        LiteralScan build() {
            byte[] columns = new byte[ASCII];
            int width = 1;
            for (Node node : nodes) {
                for (char character : node.children.keySet()) {
                    if (columns[character] == 0) {
                        columns[character] = (byte) width++;
                    }
                }
            }
            short[] next = new short[nodes.size() * width];
            fill(next, columns, width);
            for (char upper = 'A'; upper <= 'Z'; upper++) {
                columns[upper] = columns[lowerCase(upper)];
            }
            long[] found = nodes.stream().mapToLong(node -> node.found).toArray();
            return new LiteralScan(columns, width, next, found, always);
        }

        /** Breadth first, so that the state to fall back to, which is nearer to the start, is complete. */
        private void fill(short[] next, byte[] columns, int width) {
            Queue<Node> queue = new ArrayDeque<>(List.of(nodes.get(START)));
            while (!queue.isEmpty()) {
                Node node = queue.remove();
                int row = node.number * width;
                if (node.number != START) {
                    int fallback = node.fallback.number * width;
                    System.arraycopy(next, fallback, next, row, width);
                    node.found |= node.fallback.found;
                }
                node.children.forEach((character, child) -> {
                    int column = columns[character];
                    child.fallback = nodes.get(next[row + column]);
                    next[row + column] = (short) child.number;
                    queue.add(child);
                });
            }
        }
    }
}
