package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import java.util.List;

/** Text that wants to be more than text. Stateless. */
public final class HostileText {
    /** Every such text contains it, and it is harmless itself. */
    public static final String MARK = "sly";

    private static final List<String> TRICKS = List.of(
            "\u001b[31m",
            "\u001b]0;title\u0007",
            "\r\n> ",
            "\u202e",
            "\u2066",
            "\u200f",
            "\u0085",
            "\u009b2J",
            "\0",
            new String(Character.toChars(0xe0041)));

    private HostileText() {}

    static String text(RandomSource random) {
        return random.pick(TRICKS) + MARK + random.pick(TRICKS) + "!";
    }
}
