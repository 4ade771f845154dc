package io.tapgateway.user;

import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.text.EscapeSequences;

/**
 * Something that a source wants its person to read; it asks nothing. Immutable.
 *
 * @param source whose words these are, which surfaces say
 * @param text without the escape sequences of terminals (Z-092), and cut at {@value #MOST_OF_TEXT}
 *     bytes; surfaces clean it
 */
@MayChange
public record Note(ProviderName source, Level level, String text) {
    /** How many bytes of UTF-8 are kept of a note (Z-091). */
    public static final int MOST_OF_TEXT = 8 << 10;

    /** How important it is. */
    public enum Level {
        /** By the way. */
        INFO,
        /** Something has worked. */
        SUCCESS,
        /** Something may go wrong. */
        WARN,
        /** Something has gone wrong. */
        ERROR
    }

    /** Removes escape sequences, and cuts the text. */
    public Note {
        text = Utf8Length.beginning(EscapeSequences.removed(text), MOST_OF_TEXT);
    }
}
