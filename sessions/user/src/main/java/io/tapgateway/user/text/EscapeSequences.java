package io.tapgateway.user.text;

import io.tapgateway.protocol.model.MayChange;
import java.util.regex.Pattern;

/**
 * What programs for terminals put between their words: colours, links, moves of the cursor. Each is removed whole, so
 * that nothing of it is left to be read; a lone escape is not, and surfaces show it as what it is (Z-092). Stateless.
 */
@MayChange
public final class EscapeSequences {
    private static final String CONTROL = "(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]";
    private static final String STRING =
            "(?:\u001b[PX\\]^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*+(?:\u0007|\u001b\\\\|\u009c)";
    private static final String OTHER = "\u001b[ -/]++[0-~]|\u001b[0-OQ-WYZ\\\\`-~]";
    private static final Pattern ANY = Pattern.compile(CONTROL + '|' + STRING + '|' + OTHER);

    private EscapeSequences() {}

    /** The text without them. Takes time in proportion to its length. */
    public static String removed(String text) {
        return text.indexOf('\u001b') < 0 && text.chars().noneMatch(c -> c >= 0x80 && c < 0xa0)
                ? text
                : ANY.matcher(text).replaceAll("");
    }
}
