package io.tapgateway.transport.ws.fuzz;

import java.nio.charset.StandardCharsets;

/** An input as choices; where it ends, all further ones are zero. Confined to one thread. */
final class Steps {
    private final byte[] input;
    private int position;

    Steps(byte[] input) {
        this.input = input;
    }

    boolean hasNext() {
        return position < input.length;
    }

    /** One of so many. */
    int choice(int count) {
        return next() % count;
    }

    /** The next bytes as text, as many as the first of them says. */
    String text() {
        int length = Math.min(choice(64), input.length - position);
        String text = new String(input, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    String of(String... choices) {
        return choices[choice(choices.length)];
    }

    private int next() {
        return hasNext() ? input[position++] & 0xFF : 0;
    }
}
