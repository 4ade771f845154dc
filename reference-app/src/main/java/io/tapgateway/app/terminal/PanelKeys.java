package io.tapgateway.app.terminal;

import io.tapgateway.user.panel.PanelKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes keys for a panel from what a terminal sends. What it is not known to mean is no key, and nobody gets it
 * (Z-097). Confined to the thread that reads.
 */
final class PanelKeys {
    /** How many characters are taken from one paste; of a longer one none are (Z-097). */
    static final int MOST_PASTED = 1_000;

    /** Asks a terminal to say what is pasted. */
    static final String ANNOUNCE_PASTES = "\u001b[?2004h";

    /** Takes that back. */
    static final String FORGET_PASTES = "\u001b[?2004l";

    private static final char ESCAPE = '\u001b';
    private static final char CTRL_C = '\u0003';
    private static final String PASTE_BEGINS = "\u001b[200~";
    private static final String PASTE_ENDS = "\u001b[201~";
    private static final int LONGEST_SEQUENCE = 16;

    private static final Map<Integer, String> CHARACTERS =
            Map.of((int) '\r', "enter", (int) '\n', "enter", (int) '\t', "tab", 0x7f, "backspace", 0x08, "backspace");

    /** After the escape, whether cursor keys are in their normal or in their application mode. */
    private static final Map<String, String> SEQUENCES = Map.ofEntries(
            Map.entry("[A", "up"),
            Map.entry("[B", "down"),
            Map.entry("[C", "right"),
            Map.entry("[D", "left"),
            Map.entry("[H", "home"),
            Map.entry("[F", "end"),
            Map.entry("OA", "up"),
            Map.entry("OB", "down"),
            Map.entry("OC", "right"),
            Map.entry("OD", "left"),
            Map.entry("OH", "home"),
            Map.entry("OF", "end"),
            Map.entry("OM", "enter"),
            Map.entry("[1~", "home"),
            Map.entry("[3~", "delete"),
            Map.entry("[4~", "end"),
            Map.entry("[5~", "pageup"),
            Map.entry("[6~", "pagedown"),
            Map.entry("[7~", "home"),
            Map.entry("[8~", "end"));

    private final StringBuilder sequence = new StringBuilder();
    private Optional<Paste> paste = Optional.empty();
    private Optional<Character> half = Optional.empty();

    /**
     * What has been pressed.
     *
     * @param keys in order
     * @param closes whether the panel is closed then, as by Escape (Z-098)
     */
    record Pressed(List<PanelKey> keys, boolean closes) {
        private static final Pressed NOTHING = new Pressed(List.of(), false);
        private static final Pressed CLOSE = new Pressed(List.of(), true);

        private static Pressed key(Optional<PanelKey> key) {
            return key.map(it -> new Pressed(List.of(it), false)).orElse(NOTHING);
        }
    }

    /** The next character. */
    Pressed typed(char next) {
        if (paste.isPresent()) {
            return pasted(paste.get(), next);
        } else if (!sequence.isEmpty()) {
            return inSequence(next);
        } else if (next == ESCAPE) {
            sequence.append(next);
            return Pressed.NOTHING;
        } else if (next == CTRL_C) {
            return Pressed.CLOSE;
        }
        return character(next);
    }

    /** Nothing has come for a while: an escape by itself was that key. */
    Pressed silence() {
        boolean escape = sequence.length() == 1;
        sequence.setLength(0);
        return escape ? Pressed.CLOSE : Pressed.NOTHING;
    }

    /** Whether what comes next decides what was pressed. */
    boolean isMidway() {
        return !sequence.isEmpty();
    }

    private Pressed character(char next) {
        Optional<Character> high = half;
        half = Character.isHighSurrogate(next) ? Optional.of(next) : Optional.empty();
        if (half.isPresent()) {
            return Pressed.NOTHING;
        } else if (Character.isLowSurrogate(next)) {
            return Pressed.key(high.flatMap(it -> PanelKey.rune(Character.toCodePoint(it, next))));
        }
        return Pressed.key(key(next));
    }

    private static Optional<PanelKey> key(int character) {
        return Optional.ofNullable(CHARACTERS.get(character))
                .map(PanelKey::named)
                .or(() -> PanelKey.rune(character));
    }

    private Pressed inSequence(char next) {
        if (next == ESCAPE) {
            // The former one was pressed by itself, and closes; whatever this one was to begin comes too late.
            sequence.setLength(0);
            return Pressed.CLOSE;
        }
        sequence.append(next);
        if (!isComplete()) {
            return Pressed.NOTHING;
        }
        String whole = sequence.toString();
        sequence.setLength(0);
        if (whole.equals(PASTE_BEGINS)) {
            paste = Optional.of(new Paste());
            return Pressed.NOTHING;
        }
        return Pressed.key(
                Optional.ofNullable(SEQUENCES.get(whole.substring(1))).map(PanelKey::named));
    }

    private boolean isComplete() {
        char last = sequence.charAt(sequence.length() - 1);
        return switch (sequence.charAt(1)) {
            case '[' -> (sequence.length() > 2 && last >= '@' && last <= '~') || sequence.length() == LONGEST_SEQUENCE;
            case 'O' -> sequence.length() > 2;
            // A key together with Alt.
            default -> true;
        };
    }

    private Pressed pasted(Paste text, char next) {
        Optional<List<PanelKey>> keys = text.took(next);
        if (keys.isEmpty()) {
            return Pressed.NOTHING;
        }
        paste = Optional.empty();
        return new Pressed(keys.get(), false);
    }

    /** A text that is being pasted, of which not more is kept than may be wanted. */
    private static final class Paste {
        private final StringBuilder text = new StringBuilder();
        private boolean tooLong;

        /** The keys of all of it, at its end. */
        Optional<List<PanelKey>> took(char next) {
            text.append(next);
            int end = text.length() - PASTE_ENDS.length();
            if (end >= 0 && text.indexOf(PASTE_ENDS, end) == end) {
                text.setLength(end);
                return Optional.of(keys());
            }
            if (end > 2 * MOST_PASTED) {
                tooLong = true;
                text.delete(0, end);
            }
            return Optional.empty();
        }

        private List<PanelKey> keys() {
            if (tooLong || text.codePointCount(0, text.length()) > MOST_PASTED) {
                return List.of();
            }
            List<PanelKey> keys = new ArrayList<>();
            text.toString()
                    .replace("\r\n", "\n")
                    .codePoints()
                    .filter(it -> it == '\r' || it == '\n' || it == '\t' || !Character.isISOControl(it))
                    .forEach(it -> key(it).ifPresent(keys::add));
            return keys;
        }
    }
}
