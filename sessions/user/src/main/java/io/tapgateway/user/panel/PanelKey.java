package io.tapgateway.user.panel;

import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;
import java.util.Set;

/**
 * A key for whoever has drawn a panel (Z-097). Escape and Ctrl-C are none: they close it (Z-098). Immutable.
 *
 * @param name one of {@link #NAMES}
 * @param text the one character that was typed, for {@value #RUNE}; else empty
 */
@MayChange
public record PanelKey(String name, String text) {
    /** A character that was typed. */
    public static final String RUNE = "rune";

    /** All names. */
    public static final Set<String> NAMES = Set.of(
            "up",
            "down",
            "left",
            "right",
            "enter",
            "tab",
            "pageup",
            "pagedown",
            "home",
            "end",
            "backspace",
            "delete",
            RUNE);

    /** @throws IllegalArgumentException if it is no key; the message is a sentence */
    public PanelKey {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("No key is called so.");
        }
        if (name.equals(RUNE) ? text.codePointCount(0, text.length()) != 1 : !text.isEmpty()) {
            throw new IllegalArgumentException("A '" + RUNE + "' has one character, and other keys have none.");
        }
        if (name.equals(RUNE) && Character.isISOControl(text.codePointAt(0))) {
            throw new IllegalArgumentException("A control is no character of a panel.");
        }
    }

    /** A key that has a name. */
    public static PanelKey named(String name) {
        return new PanelKey(name, "");
    }

    /** A character; empty if it is a control. */
    public static Optional<PanelKey> rune(int codePoint) {
        return Character.isISOControl(codePoint)
                ? Optional.empty()
                : Optional.of(new PanelKey(RUNE, Character.toString(codePoint)));
    }
}
