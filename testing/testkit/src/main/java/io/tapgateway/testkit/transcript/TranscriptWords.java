package io.tapgateway.testkit.transcript;

import java.time.Duration;
import java.util.Optional;

/** The words of a command, taken one by one; JSON is the last thing on a line. Confined to one command. */
final class TranscriptWords {
    private String rest;

    TranscriptWords(String text) {
        this.rest = text.strip();
    }

    /** Takes the next word. */
    String next() {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException("the command is too short");
        }
        int space = rest.indexOf(' ');
        String word = space < 0 ? rest : rest.substring(0, space);
        rest = space < 0 ? "" : rest.substring(space).strip();
        return word;
    }

    /** Takes the next word if it is that one. */
    boolean takes(String word) {
        if (rest.equals(word) || rest.startsWith(word + " ")) {
            next();
            return true;
        }
        return false;
    }

    /** Takes the value of {@code name=value}, if that is the next word. */
    Optional<String> option(String name) {
        return rest.startsWith(name + "=") ? Optional.of(next().substring(name.length() + 1)) : Optional.empty();
    }

    /** Takes {@code as NAME} off the end. */
    String takeName() {
        int as = rest.lastIndexOf("as ");
        if (as < 0 || (as > 0 && rest.charAt(as - 1) != ' ')) {
            throw new IllegalArgumentException("the command needs 'as NAME' at its end");
        }
        String name = rest.substring(as + 3).strip();
        rest = rest.substring(0, as).strip();
        return name;
    }

    /** Takes everything that is left. */
    String remainder() {
        String all = rest;
        rest = "";
        return all;
    }

    /** Whether the next word is a {@code name=value}. */
    boolean startsWithOption() {
        return rest.matches("[a-z]+=.*");
    }

    boolean isEmpty() {
        return rest.isEmpty();
    }

    void requireEnd() {
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("cannot make sense of '" + rest + "'");
        }
    }

    /** {@code 5s}, {@code 200ms}, {@code 2m}, {@code 1h} or {@code 1ns}, perhaps with a sign. */
    static Duration duration(String text) {
        String unit = text.replaceFirst("^[+-]?\\d+", "");
        long amount = Long.parseLong(text.substring(0, text.length() - unit.length()));
        return switch (unit) {
            case "ns" -> Duration.ofNanos(amount);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> throw new IllegalArgumentException("a duration is a number with ns, ms, s, m or h: " + text);
        };
    }
}
