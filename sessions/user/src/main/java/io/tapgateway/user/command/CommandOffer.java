package io.tapgateway.user.command;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.text.EscapeSequences;
import java.util.Locale;

/**
 * A command that a person can run by {@code /name} (Z-082). Immutable.
 *
 * @param source whose it is; {@code gateway} for the gateway's own, which alone may have {@link Commands#OURS} as names
 * @param rank of several with one name, whatever their case, the lowest rank has it, and of these the first (Z-051)
 * @param name 1 to {@value #MOST_OF_NAME} characters without blanks, controls and slashes
 * @param about for people, without the escape sequences of terminals (Z-092), and cut at {@value #MOST_OF_ABOUT}
 *     characters
 */
@MayChange
public record CommandOffer(ProviderName source, int rank, String name, String about) {
    /** How many characters a name has at most. */
    public static final int MOST_OF_NAME = 64;

    /** How many characters of a description are kept. */
    public static final int MOST_OF_ABOUT = 200;

    /** @throws IllegalArgumentException if nothing can be called so; the message is a sentence */
    public CommandOffer {
        if (!isName(name)) {
            throw new IllegalArgumentException("A command has 1 to " + MOST_OF_NAME
                    + " characters, none of which is a blank, a control or a slash.");
        }
        String readable = EscapeSequences.removed(about);
        about = Characters.beginning(readable, MOST_OF_ABOUT);
    }

    /** Whether a command may be called so. */
    public static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= MOST_OF_NAME
                && name.codePoints()
                        .noneMatch(it -> it == '/'
                                || Character.isWhitespace(it)
                                || Character.isSpaceChar(it)
                                || Character.isISOControl(it));
    }

    /** The form in which names are compared. */
    public String folded() {
        return name.toLowerCase(Locale.ROOT);
    }
}
