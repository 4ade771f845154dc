package io.tapgateway.protocol.json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random JSON texts, the same for the same seed, together with the texts of what is in them. */
final class RandomJson {
    private static final String[] LITERALS = {"true", "false", "null"};
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-17",
        "3.25",
        "1e5",
        "1E-300",
        "9007199254740993",
        "2.0",
        "-0.0e+0",
        "123456789012345678901234567890"
    };
    private static final String[] CHARACTERS = {
        "a",
        "Z",
        "0",
        " ",
        "é",
        "中",
        "😀",
        "\\\"",
        "\\\\",
        "\\/",
        "\\n",
        "\\u0041",
        "\\ud83d\\ude00",
        "\\ud800",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "'"
    };
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t", "\r\n", "    "};

    private final Random random;

    RandomJson(long seed) {
        this.random = new Random(seed);
    }

    /** A container and what it contains, as written. */
    record Sample(String text, List<String> children) {}

    /** An object of about {@code size} characters. */
    Sample object(int size) {
        List<String> values = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        StringBuilder text = new StringBuilder(space()).append('{').append(space());
        while (text.length() < size) {
            String name =
                    "\"n" + names.size() + "_" + characters(random.nextInt(5)).replace("\\ud800", "") + "\"";
            String value = value(random.nextInt(4) == 0 ? size - text.length() : random.nextInt(60), 1);
            text.append(names.isEmpty() ? "" : "," + space())
                    .append(name)
                    .append(space())
                    .append(':');
            text.append(space()).append(value).append(space());
            names.add(name);
            values.add(value);
        }
        return new Sample(text.append('}').append(space()).toString(), values);
    }

    private String value(int size, int depth) {
        int kind = random.nextInt(depth < 6 ? 6 : 4);
        return switch (kind) {
            case 0 -> LITERALS[random.nextInt(LITERALS.length)];
            case 1 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 2, 3 -> "\"" + characters(size) + "\"";
            default -> container(size, depth, kind == 4);
        };
    }

    private String container(int size, int depth, boolean object) {
        StringBuilder text = new StringBuilder(object ? "{" : "[").append(space());
        for (int i = 0; text.length() < size; i++) {
            text.append(i == 0 ? "" : "," + space());
            if (object) {
                text.append("\"k")
                        .append(i)
                        .append("\"")
                        .append(space())
                        .append(':')
                        .append(space());
            }
            text.append(value(random.nextInt(1 + size / 2), depth + 1)).append(space());
        }
        return text.append(object ? '}' : ']').toString();
    }

    private String characters(int size) {
        StringBuilder text = new StringBuilder(size + 12);
        while (text.length() < size) {
            text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }

    private String space() {
        return SPACES[random.nextInt(SPACES.length)];
    }
}
